import { distance, minus, plus, type Point, times } from "../../model/geometry/vector.ts";
import { chance, clockAt, type Person, type Room, stepMs, stepOf, whereabouts } from "./people.ts";

/** Where people like to be in each room of the flat, in metres of its plan. */
const seats: Readonly<Record<Room, readonly Point[]>> = {
  living_room: [
    [3.6, 6.7],
    [7.3, 6.1],
    [8.9, 4.4],
    [2.6, 7.3],
  ],
  kitchen: [
    [7.4, 0.9],
    [9.2, 2.6],
    [7.1, 2.4],
  ],
  bedroom: [
    [3, 2.4],
    [2.7, 0.8],
  ],
  bathroom: [
    [4.9, 1.6],
    [5.4, 1.3],
  ],
  hall: [
    [3.2, 4.6],
    [5.2, 3.6],
  ],
};

const bed: Point = [1.3, 1.9];

/** Where the ways between the rooms meet, and how one comes there from each room, by its doors. */
const crossing: Point = [5, 4.3];
const [atDoor, beforeDoor]: readonly [Point, Point] = [
  [6.2, 4.3],
  [6.9, 4.5],
];
const ways: Readonly<Record<Room, readonly Point[]>> = {
  living_room: [[6.9, 5.7], beforeDoor, atDoor, crossing],
  kitchen: [[8, 3.4], beforeDoor, atDoor, crossing],
  bedroom: [[3.1, 4], [4.2, 4.4], crossing],
  bathroom: [[5.5, 2.6], crossing],
  hall: [[4.2, 4.4], crossing],
};

/** Metres that somebody walks in a second. */
const speed = 1;

/** A room, and a place in it. */
interface Stay {
  readonly room: Room;
  readonly seat: Point;
}

/** The corners of the way from one stay to the next, without what both ways to the crossing share. */
const wayBetween = (from: Stay, to: Stay): readonly Point[] => {
  if (from.room === to.room) return [from.seat, to.seat];
  const [out, back] = [ways[from.room], ways[to.room]];
  const shared = out.findIndex((point) => back.includes(point));
  const meeting = out[shared] ?? crossing;
  const rest = back.slice(0, back.indexOf(meeting)).toReversed();
  return [from.seat, ...out.slice(0, shared + 1), ...rest, to.seat];
};

/** The place on a way after so many metres; its end if it is shorter. */
const along = (way: readonly Point[], metres: number): Point => {
  let left = metres;
  let [at = bed] = way;
  for (const next of way.slice(1)) {
    const length = distance(at, next);
    if (left < length) return plus(at, times(minus(next, at), left / length));
    left -= length;
    at = next;
  }
  return at;
};

const stayAt = (person: Person, step: number, ms: number): Stay | undefined => {
  const { room, isAsleep } = whereabouts(person, ms, clockAt(ms));
  if (room === undefined) return undefined;
  if (isAsleep) return { room, seat: bed };
  const some = seats[room];
  const seat = some[Math.floor(chance(`${person} sits ${step}`) * some.length)];
  return seat && { room, seat };
};

/** Where somebody is, in metres of the flat's plan, at a moment in ms since 1970; undefined outside the house. */
export const placeAt = (person: Person, ms: number): Point | undefined => {
  const { step, sinceMs } = stepOf(person, ms);
  // A stay counts whole: nobody wakes up in the middle of one.
  const begin = ms - sinceMs;
  const to = stayAt(person, step, begin);
  const from = stayAt(person, step - 1, begin - stepMs);
  return to && along(wayBetween(from ?? to, to), (sinceMs / 1000) * speed);
};
