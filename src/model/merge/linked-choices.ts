import type { Versions } from "./conflict.ts";
import type { Collection } from "../kinds/kinds.ts";
import { type MaybeShape, overlapAnew } from "../../merge/shapes.ts";

/** A room, or a wall of no room, whose place may be chosen along with that of others. */
export interface Candidate {
  readonly list: Collection;
  readonly row: Versions;
  /** Where it is in plans that somebody had before them, the one that both sides came from first. */
  readonly seen: readonly MaybeShape[];
  /** Where the answers put it. */
  readonly answers: readonly MaybeShape[];
  /** Where it is unless that is to be chosen. */
  readonly merged: MaybeShape;
}

/** What all gets the place that one side gave it. */
interface Group {
  readonly members: readonly Candidate[];
  /** Whether it is to be chosen which side. */
  readonly isOpen: boolean;
}

/** What is one choice. */
export class Choices {
  readonly #groups = new Map<Candidate, Group>();

  join(one: Candidate, other: Candidate): void {
    const [group, otherGroup] = [this.#of(one), this.#of(other)];
    if (group === otherGroup) return;
    const isOpen = group.isOpen || otherGroup.isOpen;
    this.#put({ members: [...group.members, ...otherGroup.members], isOpen });
  }

  open(one: Candidate): void {
    this.#put({ ...this.#of(one), isOpen: true });
  }

  /**
   * Opens and joins until no answer, nor any two answers, leave rooms that overlap as no side has them.
   * Of the answers to one choice that is certain, as a side has all of it.
   */
  settle(rooms: readonly Candidate[]): void {
    const changed = rooms.filter(isChanged);
    let isSettled = false;
    while (!isSettled) {
      isSettled = true;
      for (const one of changed) {
        for (const other of rooms) {
          if (one === other || !this.#mayOverlap(one, other)) continue;
          isSettled = false;
          this.open(one);
          if (isChanged(other)) this.join(one, other);
        }
      }
    }
  }

  /** The groups of which a side is to be chosen, without what all answers leave in one place. */
  toChoose(): readonly (readonly Candidate[])[] {
    const open = [...new Set(this.#groups.values())].filter(({ isOpen }) => isOpen);
    return open.map(({ members }) =>
      members.filter(({ answers: [first, ...others] }) => others.some((each) => each !== first)),
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

  #of(one: Candidate): Group {
    return this.#groups.get(one) ?? { members: [one], isOpen: false };
  }

  #put(group: Group): void {
    for (const one of group.members) this.#groups.set(one, group);
  }
}

const isChanged = ({ seen: [base], answers }: Candidate): boolean =>
  answers.some((each) => each !== base);

const placesOf = ({ answers, merged }: Candidate, { isOpen }: Group): readonly MaybeShape[] =>
  isOpen ? answers : [merged];
