import { distance, minus, plus, type Point, times } from "../../geometry/vector.ts";
import type { Matrix2 } from "../covariance.ts";
import type { Floor } from "../floor.ts";
import { correctedBy, expectedAt, type Motion, motionFrom } from "./motion.ts";

/** What may become one: nobody confuses a vacuum or a device with a person. */
export type WalkerKind = "person" | "pet" | "target";

/** Where a target is, seen by its tracker. */
export interface Measurement {
  readonly target: string;
  /** The tracker whose targets are different people. */
  readonly tracker: string;
  /** When, in seconds of a clock that never goes back. */
  readonly at: number;
  /** Metres of the plan. */
  readonly place: Point;
  readonly noise: Matrix2;
  readonly level: string | undefined;
  readonly kind: WalkerKind;
  /** Who it is; undefined if the source does not know. */
  readonly name: string | undefined;
}

/** That a tracker saw somebody. */
interface Sighting {
  readonly target: string;
  readonly at: number;
  /** When it was not beyond a wall, last. */
  readonly insideAt: number;
}

/** Who a track is by a tracker, and when that fitted last. */
interface Claim {
  readonly name: string;
  readonly at: number;
}

/** Somebody who is followed. */
export interface Track {
  readonly number: number;
  readonly kind: WalkerKind;
  readonly level: string | undefined;
  readonly motion: Motion;
  readonly bornAt: number;
  readonly hits: number;
  /** By the tracker's id. */
  readonly sightings: ReadonlyMap<string, Sighting>;
  readonly claims: ReadonlyMap<string, Claim>;
  /** When a source that does not know who it is saw it last; -Infinity if none did. */
  readonly seenNamelessAt: number;
  /** The track that it may be the same as, and since when nothing else fits. */
  readonly fits: { readonly number: number; readonly since: number } | undefined;
}

/** Sightings that make a track; fewer may be a reflection. A source that knows who it sees needs one. */
const hitsToConfirm = 3;

/** Seconds without a sighting after which a track that is not confirmed ends, one that is, one of somebody who cannot have left, and a name. */
const lasting = { tentative: 2.5, confirmed: 5, within: 15, claim: 5 };

/** Metres from a door within which somebody may have left unseen. */
const nearDoor = 1.5;

/** Metres a second that nobody walks. */
const fastest = 2.5;

/** Metres by which a way may be longer than somebody walks, as places are uncertain. */
const slack = 0.6;

/** Metres from a wall at which somebody is kept who would be in it. */
const beforeWall = 0.05;

/** When a track was seen last, in seconds. */
export const seenAt = ({ sightings }: Track): number =>
  Math.max(...Array.from(sightings.values(), ({ at }) => at));

/** The name of a track; undefined if no source knows it. */
export const nameOfTrack = ({ claims }: Track): string | undefined => {
  const [claim] = claims.values();
  return claim?.name;
};

export const isConfirmed = ({ hits, claims }: Track): boolean =>
  hits >= hitsToConfirm || claims.size > 0;

/** Whether a track is that of a source which knows who it sees, and of no other now. */
export const isOfNameAlone = (track: Track): boolean =>
  track.claims.size > 0 && track.seenNamelessAt < seenAt(track) - lasting.confirmed;

/** Whether a target of one kind may be the same as one of another. */
export const mayBeSame = (one: WalkerKind, other: WalkerKind): boolean =>
  one === other || one === "target" || other === "target";

/** The more telling of two kinds that may be the same. */
export const kindOfBoth = (one: WalkerKind, other: WalkerKind): WalkerKind =>
  one === "target" ? other : one;

/** A track that begins with a sighting. */
export const trackFrom = (number: number, seen: Measurement): Track => ({
  number,
  kind: seen.kind,
  level: seen.level,
  motion: motionFrom(seen.place, seen.noise, seen.at),
  bornAt: seen.at,
  hits: 1,
  sightings: new Map([[seen.tracker, { target: seen.target, at: seen.at, insideAt: seen.at }]]),
  claims:
    seen.name === undefined
      ? new Map()
      : new Map([[seen.tracker, { name: seen.name, at: seen.at }]]),
  seenNamelessAt: seen.name === undefined ? seen.at : -Infinity,
  fits: undefined,
});

/** The wall on the way to a place, if nobody can have walked around it in so many seconds. */
const wallOn = (floor: Floor, from: Point, to: Point, seconds: number): Point | undefined => {
  const wall = floor.wallOnWay(from, to);
  const isWalk = wall === undefined || floor.walk(from, to, slack + fastest * seconds) < Infinity;
  return isWalk ? undefined : wall;
};

/** Whether somebody may have walked from one place to another in so many seconds. */
export const mayWalk = (floor: Floor, from: Point, to: Point, seconds: number): boolean =>
  wallOn(floor, from, to, seconds) === undefined;

/** The wall between a track and a place where it is seen, if it cannot have walked around it since it was seen last. */
export const wallBefore = (
  floor: Floor,
  track: Track,
  { place, at }: Measurement,
): Point | undefined => wallOn(floor, track.motion.place, place, Math.max(0, at - seenAt(track)));

/** A place on the way to a wall, before it. */
const placeBefore = (wall: Point, from: Point): Point => {
  const metres = distance(from, wall);
  const share = metres <= beforeWall ? 0 : 1 - beforeWall / metres;
  return plus(from, times(minus(wall, from), share));
};

/** A motion that ends at the wall which it would cross although nobody can have walked around it. */
const stopped = (floor: Floor, from: Point, motion: Motion, seconds: number): Motion => {
  const wall = wallOn(floor, from, motion.place, seconds);
  return wall === undefined
    ? motion
    : { ...motion, place: placeBefore(wall, from), velocity: [0, 0] };
};

/** Where a track is expected at a time, on this side of the walls. */
export const expectedOf = ({ motion }: Track, at: number, floor: Floor): Motion => {
  if (at <= motion.at) return motion;
  const expected = expectedAt(motion, at);
  // Straight on, nobody goes through a wall; who walks around it is not expected there.
  return stopped(floor, motion.place, expected, 0);
};

/** A track that was seen again. `expected` is where it was expected then. What is beyond a wall is so by noise. */
export const seenAgain = (
  track: Track,
  expected: Motion,
  seen: Measurement,
  floor: Floor,
): Track => {
  const { tracker, target, name } = seen;
  const wall = wallBefore(floor, track, seen);
  const from = track.motion.place;
  const place = wall === undefined ? seen.place : placeBefore(wall, from);
  const corrected = correctedBy(expected, place, seen.noise);
  const last = track.sightings.get(tracker);
  // Reports may be late.
  const at = Math.max(seen.at, last?.at ?? -Infinity);
  const insideAt = wall === undefined ? at : (last?.insideAt ?? -Infinity);
  return {
    ...track,
    kind: kindOfBoth(track.kind, seen.kind),
    motion: stopped(floor, from, corrected, Math.max(0, seen.at - seenAt(track))),
    hits: track.hits + 1,
    sightings: new Map([...track.sightings, [tracker, { target, at, insideAt }]]),
    claims: name === undefined ? track.claims : new Map([...track.claims, [tracker, { name, at }]]),
    seenNamelessAt: name === undefined ? Math.max(at, track.seenNamelessAt) : track.seenNamelessAt,
  };
};

/** A track without the names whose sources have not seen it for a while; none if it was known by these alone. */
export const lapsed = (track: Track, now: number): readonly Track[] => {
  const claims = [...track.claims].filter(([, { at }]) => now - at <= lasting.claim);
  if (claims.length === track.claims.size) return [track];
  return claims.length === 0 && isOfNameAlone(track) ? [] : [{ ...track, claims: new Map(claims) }];
};

/** Whether a track is over. */
export const isOver = (track: Track, floor: Floor, now: number): boolean => {
  const unseen = now - seenAt(track);
  if (!isConfirmed(track)) return unseen > lasting.tentative;
  if (unseen <= lasting.confirmed) return false;
  const { at } = track.motion;
  const isSettled = at - track.bornAt > lasting.within;
  return unseen > lasting.within || !isSettled || !floor.isWithin(track.motion.place, nearDoor);
};
