import { distance } from "../../geometry/vector.ts";
import type { Floors } from "../floor.ts";
import { misfitOf, type Motion } from "./motion.ts";
import {
  expectedOf,
  isConfirmed,
  isOfNameAlone,
  kindOfBoth,
  mayBeSame,
  mayWalk,
  nameOfTrack,
  seenAt,
  type Track,
} from "./track.ts";

/** Seconds in which one tracker has seen only one of two tracks, before they may be the same. */
const apart = 2;

/** Metres within which two tracks without a name may be the same. */
const close = 0.7;

/** The squared distance, in standard deviations, within which a name may fit a track. */
const fitting = 9.2;

/** Seconds for which nothing else fits, before two tracks become one. */
const patience = 1;

const isSeenApart = (one: Track, other: Track, now: number): boolean => {
  for (const [tracker, { at }] of one.sightings) {
    const theirs = other.sightings.get(tracker);
    if (theirs !== undefined && now - at < apart && now - theirs.at < apart) return true;
  }
  return false;
};

/** A track, and where it is expected now. */
interface Expected {
  readonly track: Track;
  readonly motion: Motion;
}

/** Whether two tracks may be one and the same person. Walls are asked last, as they take the longest. */
const maySame = (
  { track: one, motion: here }: Expected,
  { track: other, motion: there }: Expected,
  floors: Floors,
  now: number,
): boolean => {
  if (one.level !== other.level || !mayBeSame(one.kind, other.kind)) return false;
  const isNear =
    isOfNameAlone(one) || isOfNameAlone(other)
      ? misfitOf(here, there.place, there.placed).squared <= fitting
      : distance(here.place, there.place) <= close;
  if (!isNear || isSeenApart(one, other, now)) return false;
  const [name, theirs] = [nameOfTrack(one), nameOfTrack(other)];
  if (name !== undefined && theirs !== undefined && name !== theirs) return false;
  return mayWalk(floors(one.level), here.place, there.place, 0);
};

/** The tracks that each may be the same as. */
const matesOf = (
  tracks: readonly Track[],
  floors: Floors,
  now: number,
): ReadonlyMap<Track, readonly Track[]> => {
  const mates = new Map(tracks.map((track) => [track, new Array<Track>()]));
  const expected = tracks.map((track) => ({
    track,
    motion: expectedOf(track, now, floors(track.level)),
  }));
  for (const [at, one] of expected.entries())
    for (const other of expected.slice(at + 1))
      if (maySame(one, other, floors, now)) {
        mates.get(one.track)?.push(other.track);
        mates.get(other.track)?.push(one.track);
      }
  return mates;
};

const merged = <V extends { readonly at: number }>(
  one: ReadonlyMap<string, V>,
  other: ReadonlyMap<string, V>,
): ReadonlyMap<string, V> => {
  const both = new Map(one);
  for (const [key, value] of other)
    if ((both.get(key)?.at ?? -Infinity) < value.at) both.set(key, value);
  return both;
};

/** Two tracks as one: the number of the older, and the motion of that whose place is known better, or was seen last. */
const asOne = (one: Track, other: Track): Track => {
  const [older, newer] = one.number < other.number ? [one, other] : [other, one];
  const isVague = isOfNameAlone(older);
  const isBetter = isVague === isOfNameAlone(newer) ? seenAt(newer) > seenAt(older) : isVague;
  return {
    ...older,
    kind: kindOfBoth(one.kind, other.kind),
    motion: (isBetter ? newer : older).motion,
    hits: one.hits + other.hits,
    sightings: merged(one.sightings, other.sightings),
    claims: merged(one.claims, other.claims),
    seenNamelessAt: Math.max(one.seenNamelessAt, other.seenNamelessAt),
    fits: undefined,
  };
};

/** Tracks that have been the same person for a while become one. Nobody is taken for one of two who both fit. */
export const joined = (tracks: readonly Track[], floors: Floors, now: number): readonly Track[] => {
  const confirmed = tracks.filter(isConfirmed);
  const mates = matesOf(confirmed, floors, now);
  const gone = new Set<Track>();
  const after = new Map<Track, Track>();
  for (const one of confirmed) {
    const [other, ...more] = mates.get(one) ?? [];
    const isOnlyOne = more.length === 0 && mates.get(other ?? one)?.length === 1;
    if (other === undefined || !isOnlyOne) {
      if (one.fits !== undefined) after.set(one, { ...one, fits: undefined });
      continue;
    }
    // Each pair once, by its older.
    if (one.number > other.number) continue;
    const since = one.fits?.number === other.number ? one.fits.since : now;
    if (now - since < patience) after.set(one, { ...one, fits: { number: other.number, since } });
    else {
      after.set(one, asOne(one, other));
      gone.add(other);
    }
  }
  return tracks.filter((each) => !gone.has(each)).map((each) => after.get(each) ?? each);
};
