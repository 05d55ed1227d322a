import type { Versions } from "./conflict.ts";
import { idOf, type PlanData } from "../elements/entities.ts";
import { contentOf, type Json, nameOfContent } from "../json/json.ts";
import type { MergedElement } from "./merge-element.ts";
import { mergeOutline } from "./outline.ts";
import {
  belongTogether,
  changedIn,
  type MaybeShape,
  overlapAnew,
  shapesOf,
} from "./room-shapes.ts";

/** The fields of a room that are chosen together with those of the rooms around it. */
export const roomPlace: readonly string[] = ["points", "level"];

/** How the places of rooms are merged that not all three sides have alike. */
export interface Outlines {
  /** The corners with what both sides have moved. */
  readonly merged: ReadonlyMap<Versions, Json>;
  /** The rooms whose place is to be chosen. */
  readonly contested: ReadonlySet<Versions>;
  /** The name of the choice, of those that are chosen along with others. */
  readonly choices: ReadonlyMap<Versions, string>;
}

/** A room of the three sides, which may be chosen along with others. */
export interface Candidate {
  readonly row: Versions;
  /** Where it is in plans that somebody had before them, the one that both sides came from first. */
  readonly seen: readonly MaybeShape[];
  /** Where the answers put it. */
  readonly answers: readonly MaybeShape[];
  /** Where it is unless that is to be chosen. */
  readonly merged: MaybeShape;
}

/** Rooms of which all get the place that one side gave them. */
interface Group {
  readonly rooms: readonly Candidate[];
  /** Whether it is to be chosen which side. */
  readonly isOpen: boolean;
}

/** Which rooms are one choice. */
export class Choices {
  readonly #groups = new Map<Candidate, Group>();
  readonly #all: readonly Candidate[];

  constructor(all: readonly Candidate[]) {
    this.#all = all;
    for (const room of all) this.#groups.set(room, { rooms: [room], isOpen: false });
  }

  join(one: Candidate, other: Candidate): void {
    const [group, otherGroup] = [this.#of(one), this.#of(other)];
    if (group === otherGroup) return;
    const isOpen = group.isOpen || otherGroup.isOpen;
    this.#put({ rooms: [...group.rooms, ...otherGroup.rooms], isOpen });
  }

  open(room: Candidate): void {
    this.#put({ ...this.#of(room), isOpen: true });
  }

  /**
   * Opens and joins until no answer, nor any two answers, leave rooms that overlap as no side has them.
   * Of the answers to one choice that is certain, as a side has all of it.
   */
  settle(): void {
    const changed = this.#all.filter(isChanged);
    let isSettled = false;
    while (!isSettled) {
      isSettled = true;
      for (const one of changed) {
        for (const other of this.#all) {
          if (one === other || !this.#mayOverlap(one, other)) continue;
          isSettled = false;
          this.open(one);
          if (isChanged(other)) this.join(one, other);
        }
      }
    }
  }

  /** The groups of which a side is to be chosen, without the rooms that all answers leave in one place. */
  toChoose(): readonly (readonly Candidate[])[] {
    const open = [...new Set(this.#groups.values())].filter(({ isOpen }) => isOpen);
    return open.map(({ rooms }) =>
      rooms.filter(({ answers: [first, ...others] }) => others.some((each) => each !== first)),
    );
  }

  #mayOverlap(one: Candidate, other: Candidate): boolean {
    const [group, otherGroup] = [this.#of(one), this.#of(other)];
    // What nobody has changed is no part of a choice.
    if (group.isOpen && (group === otherGroup || !isChanged(other))) return false;
    return placesOf(one, group).some((at) =>
      placesOf(other, otherGroup).some((otherAt) => overlapAnew(one.seen, at, other.seen, otherAt)),
    );
  }

  #of(room: Candidate): Group {
    return this.#groups.get(room) ?? { rooms: [room], isOpen: false };
  }

  #put(group: Group): void {
    for (const room of group.rooms) this.#groups.set(room, group);
  }
}

const isChanged = ({ seen: [base], answers }: Candidate): boolean =>
  answers.some((each) => each !== base);

const placesOf = ({ answers, merged }: Candidate, { isOpen }: Group): readonly MaybeShape[] =>
  isOpen ? answers : [merged];

const nameOfChoice = ([first]: readonly Candidate[]): string => {
  const { base, mine, theirs } = first?.row ?? {};
  const room = base ?? mine ?? theirs ?? null;
  return `rooms/${idOf(room) ?? nameOfContent(contentOf(room))}`;
};

/** Joins the rooms that a side has changed with one gesture. */
const joinGestures = (choices: Choices, rooms: readonly Candidate[]): void => {
  for (const side of [1, 2]) {
    const changes = rooms.flatMap((room) => {
      const changed = changedIn(room.seen[0], room.seen[side]);
      return changed === undefined ? [] : [{ room, changed }];
    });
    for (const [at, { room, changed }] of changes.entries())
      for (const other of changes.slice(0, at))
        if (belongTogether(changed, other.changed)) choices.join(other.room, room);
  }
};

/**
 * Merges the places of the rooms in some rows. Where a room's is to be chosen, and where rooms would
 * overlap that overlap on no side, all that a side's gestures have changed together is one choice:
 * half of a wall that was moved leaves a gap or an overlap. `mergeRoom` merges a room by itself.
 */
export const mergeOutlines = (
  rows: Iterable<Versions>,
  plans: readonly [base: PlanData, mine: PlanData, theirs: PlanData],
  mergeRoom: (row: Versions, outlines: Outlines) => MergedElement,
): Outlines => {
  const all = [...rows];
  const merged = new Map<Versions, Json>();
  for (const row of all) {
    const outline = mergeOutline(row);
    if (outline !== undefined) merged.set(row, outline);
  }
  const alone: Outlines = { merged, contested: new Set(), choices: new Map() };
  const open: Candidate[] = [];
  const rooms = all.map((row): Candidate => {
    const { value, overlap } = mergeRoom(row, alone);
    const [base, own, other, place] = shapesOf([
      [plans[0], row.base],
      [plans[1], row.mine],
      [plans[2], row.theirs],
      [plans[1], value],
    ]);
    const room = { row, seen: [base, own, other], answers: [own, other], merged: place };
    const isOpen =
      overlap?.kind === "whole" || overlap?.fields.some((field) => roomPlace.includes(field));
    if (isOpen === true) open.push(room);
    return room;
  });
  const choices = new Choices(rooms);
  joinGestures(choices, rooms);
  for (const room of open) choices.open(room);
  choices.settle();
  const groups = choices.toChoose();
  return {
    merged,
    contested: new Set(groups.flat().map(({ row }) => row)),
    choices: new Map(
      groups
        .filter(({ length }) => length > 1)
        .flatMap((group) => group.map(({ row }) => [row, nameOfChoice(group)] as const)),
    ),
  };
};
