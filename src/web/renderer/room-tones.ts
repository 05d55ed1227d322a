import { refOf, type Ref } from "../../model/elements/entities.ts";
import type { Room } from "../../model/elements/rooms.ts";
import { areApart } from "../../model/geometry/polygon.ts";
import { isAlong, touching } from "../../model/geometry/vector.ts";
import { kindOfRoom, type RoomKind } from "../../model/kinds/room-kinds.ts";
import type { Tone } from "./options.ts";

/** The colour of a room's floor. */
export interface RoomTone {
  readonly tone: Tone;
  /** How much of the ink is over it, from 0 to 2: what tells neighbours of one kind apart. */
  readonly shade: number;
}

const toneOfKind: Readonly<Record<RoomKind, Tone>> = {
  bath: "water",
  kitchen: "honey",
  bedroom: "lilac",
  living: "sand",
  dining: "rose",
  office: "sage",
  hall: "stone",
  storage: "mist",
};

const shades = [0, 1, 2];

/** The opacity of the ink over the floor, for each step of a shade. */
export const shadeOpacity = 0.06;

/** The tones of rooms of no kind; those of baths and halls come last, since they say most. */
const others: readonly Tone[] = ["sand", "sage", "mist", "rose", "lilac", "honey"];
const last: readonly Tone[] = ["stone", "water"];

/** A number from a text that stays the same. */
const hashOf = (text: string): number => {
  let sum = 7;
  for (const letter of text) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973;
  return sum;
};

/** What a room may be coloured in, best first: its kind's tone, else any, in an order that its id alone decides. */
const choicesOf = ({ entity }: Room, kind: RoomKind | undefined): readonly RoomTone[] => {
  const start = hashOf(entity.key) % others.length;
  const tones =
    kind === undefined
      ? [...others.slice(start), ...others.slice(0, start), ...last]
      : [toneOfKind[kind]];
  return shades.flatMap((shade) => tones.map((tone) => ({ tone, shade })));
};

const isBeside = (one: Room, other: Room): boolean =>
  !areApart(one.box, other.box, touching) &&
  one.walls.some((wall) => other.walls.some((each) => isAlong(wall, each)));

const coloursOf = (rooms: readonly Room[]): ReadonlyMap<Ref, RoomTone> => {
  const known = rooms.map((room) => ({ room, kind: kindOfRoom(room.entity.data) }));
  // What a room is for says more than a free colour, so that gives way.
  const inOrder = [
    ...known.filter(({ kind }) => kind !== undefined),
    ...known.filter(({ kind }) => kind === undefined),
  ];
  const done: { readonly room: Room; readonly colour: RoomTone }[] = [];
  for (const { room, kind } of inOrder) {
    const choices = choicesOf(room, kind);
    const isFree = ({ tone, shade }: RoomTone): boolean =>
      !done.some(
        ({ room: other, colour }) =>
          colour.tone === tone && colour.shade === shade && isBeside(room, other),
      );
    const colour = choices.find(isFree) ?? choices[0];
    if (colour !== undefined) done.push({ room, colour });
  }
  return new Map(done.map(({ room, colour }) => [refOf(room.entity), colour]));
};

const made = new WeakMap<readonly Room[], ReadonlyMap<Ref, RoomTone>>();

/**
 * The colours of the indoor rooms of a floor, by the kind of each; rooms that share a wall have different ones. Only the
 * rooms decide, so that everybody sees the same. Cached while the rooms stay the same.
 */
export const roomTones = (rooms: readonly Room[]): ReadonlyMap<Ref, RoomTone> => {
  const tones = made.get(rooms) ?? coloursOf(rooms.filter(({ isOutdoor }) => !isOutdoor));
  made.set(rooms, tones);
  return tones;
};
