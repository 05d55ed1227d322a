import { distance, type Point } from "../../geometry/vector.ts";
import { evenly, type Matrix2, type Spread, spreadOf, sum2 } from "../covariance.ts";
import type { Floor, Floors } from "../floor.ts";
import { assigned } from "./assignment.ts";
import { joined } from "./join.ts";
import { misfitOf, type Motion } from "./motion.ts";
import {
  expectedOf,
  isConfirmed,
  isOfNameAlone,
  isOver,
  lapsed,
  mayBeSame,
  type Measurement,
  nameOfTrack,
  seenAgain,
  type Track,
  trackFrom,
  wallBefore,
  type WalkerKind,
} from "./track.ts";

/** Who is followed, and the number of the next. */
export interface Fusion {
  readonly tracks: readonly Track[];
  readonly next: number;
}

/** Nobody is followed yet. */
export const noFusion: Fusion = { tracks: [], next: 1 };

/** The same without targets that are no more, and without those whom only these have seen last. */
export const without = ({ tracks, next }: Fusion, targets: ReadonlySet<string>): Fusion => ({
  tracks: tracks.flatMap((track) => {
    const sightings = new Map(track.sightings);
    const claims = new Map(track.claims);
    for (const [tracker, { target }] of track.sightings)
      if (targets.has(target)) {
        sightings.delete(tracker);
        claims.delete(tracker);
      }
    return sightings.size === 0 ? [] : [{ ...track, sightings, claims }];
  }),
  next,
});

/** Metres by which sensors contradict each other, as their poses are measured by hand. */
const contradiction = evenly(0.15);

/** The squared distance, in standard deviations, beyond which a place is somebody else's: one in a thousand is farther. */
const gate = 13.8;

/** What it costs to begin a track rather than to go on with one at the gate. */
const alone = 16;

/** Metres by which a place may be beyond a wall only by its noise. */
const throughWall = 0.4;

/** What it costs to take a place beyond a wall for one before it. */
const costOfWall = 4;

/** What it costs to take a target for somebody who was another of that tracker's a moment ago: numbers change hands. */
const costOfSwap = 2;

/** The same of a target that was nobody yet: it is somebody else, unless in the very same place. */
const costOfNewNumber = 18;

/** Seconds in which a name need not fit, as phones err at times. */
const namePatience = 3;

/** Seconds after which a target that was not seen is part of no track. */
const partFor = 3;

/** Seconds in which a tracker's target is still who it was, and another of its targets is somebody else. */
const stillSame = 1;

/** Seconds in which a sighting before a wall, or one by another tracker, says on which side somebody is. */
const sideFor = 2;

/** The targets that a tracker saw at once on a floor. */
type Scan = readonly [Measurement, ...Measurement[]];

const scansOf = (measurements: readonly Measurement[]): readonly Scan[] => {
  const scans = new Map<string, [Measurement, ...Measurement[]]>();
  for (const seen of measurements) {
    const key = JSON.stringify([seen.tracker, seen.level]);
    const scan = scans.get(key);
    if (scan === undefined) scans.set(key, [seen]);
    else scan.push(seen);
  }
  const timeOf = (scan: Scan): number => Math.max(...scan.map(({ at }) => at));
  return [...scans.values()].toSorted((one, other) => timeOf(one) - timeOf(other));
};

/**
 * Whether a tracker may see a track a little beyond a wall: only one that saw it before the wall a moment ago, or that
 * alone sees it. Others see somebody who is there.
 */
const maySeeBeyond = ({ sightings }: Track, { tracker, at }: Measurement): boolean => {
  const own = sightings.get(tracker);
  if (own === undefined) return false;
  if (at - own.insideAt <= sideFor) return true;
  return [...sightings].every(([other, seen]) => other === tracker || at - seen.at > sideFor);
};

/** How far a place is beyond a wall that nobody can have walked around: 0 if it is not, Infinity if by more than noise. */
const beyondWall = (floor: Floor, track: Track, seen: Measurement): number => {
  const wall = wallBefore(floor, track, seen);
  if (wall === undefined) return 0;
  const metres = distance(wall, seen.place);
  return metres <= throughWall && maySeeBeyond(track, seen) ? metres : Infinity;
};

const noiseOf = (noise: Matrix2): Matrix2 => sum2(noise, contradiction);

/** What it costs to take a measurement for a track; Infinity if it is somebody else. */
const costOf = (floor: Floor, track: Track, expected: Motion, seen: Measurement): number => {
  if (track.level !== seen.level || !mayBeSame(track.kind, seen.kind)) return Infinity;
  const { squared, cost } = misfitOf(expected, seen.place, noiseOf(seen.noise));
  if (squared > gate) return Infinity;
  const beyond = beyondWall(floor, track, seen);
  if (beyond === Infinity) return Infinity;
  return cost + (beyond > 0 ? costOfWall : 0);
};

/** The fusion after a scan of a source that knows who it sees. */
const namedAfter = (fusion: Fusion, seen: Measurement, floor: Floor): Fusion => {
  const { tracks, next } = fusion;
  const holder = tracks.find(({ claims }) => claims.has(seen.tracker));
  const claim = holder?.claims.get(seen.tracker);
  if (holder !== undefined && claim !== undefined) {
    const expected = expectedOf(holder, seen.at, floor);
    const isKnown = claim.name === seen.name;
    if (isKnown && costOf(floor, holder, expected, seen) < Infinity) {
      const noisy = { ...seen, noise: noiseOf(seen.noise) };
      const after = seenAgain(holder, expected, noisy, floor);
      return { tracks: tracks.map((each) => (each === holder ? after : each)), next };
    }
    if (isKnown && seen.at - claim.at <= namePatience) return fusion;
  }
  const others = tracks.flatMap((each): readonly Track[] => {
    if (each !== holder) return [each];
    const claims = new Map(each.claims);
    const sightings = new Map(each.sightings);
    claims.delete(seen.tracker);
    sightings.delete(seen.tracker);
    return sightings.size === 0 ? [] : [{ ...each, claims, sightings }];
  });
  return { tracks: [...others, trackFrom(next, seen)], next: next + 1 };
};

/**
 * What it costs to take a target for each track. A track that was another target of that tracker a moment ago is rather
 * somebody else, as that one may be in the next scan; unless it is in this one, or somebody else since, as numbers change hands.
 */
const costsOf = (
  floor: Floor,
  expected: ReadonlyMap<Track, Motion>,
  seen: Measurement,
  scan: Scan,
): readonly number[] => {
  /** When each target of the tracker was seen last. */
  const last = new Map<string, number>();
  for (const { sightings } of expected.keys()) {
    const { target, at } = sightings.get(seen.tracker) ?? {};
    if (target !== undefined && at !== undefined)
      last.set(target, Math.max(at, last.get(target) ?? -Infinity));
  }
  for (const { target } of scan) if (target !== seen.target) last.delete(target);
  const isKnown = seen.at - (last.get(seen.target) ?? -Infinity) < stillSame;
  return Array.from(expected, ([track, motion]) => {
    const { target, at = -Infinity } = track.sightings.get(seen.tracker) ?? {};
    const isAnother =
      target !== undefined &&
      target !== seen.target &&
      at === last.get(target) &&
      seen.at - at < stillSame;
    const swap = isAnother ? (isKnown ? costOfSwap : costOfNewNumber) : 0;
    return swap + costOf(floor, track, motion, seen);
  });
};

/** The fusion after a scan of a source that does not know who it sees. */
const namelessAfter = ({ tracks, next }: Fusion, scan: Scan, floor: Floor): Fusion => {
  const at = Math.max(...scan.map((seen) => seen.at));
  const followed = tracks.filter((track) => !isOfNameAlone(track));
  const expected = new Map(followed.map((track) => [track, expectedOf(track, at, floor)]));
  const found = assigned(
    scan.map((seen) => costsOf(floor, expected, seen, scan)),
    alone,
  );
  const after = new Map<Track, Track>();
  const born: Track[] = [];
  for (const [row, seen] of scan.entries()) {
    const track = followed[found[row] ?? -1];
    const noisy = { ...seen, noise: noiseOf(seen.noise) };
    if (track === undefined) born.push(trackFrom(next + born.length, noisy));
    else after.set(track, seenAgain(track, expected.get(track) ?? track.motion, noisy, floor));
  }
  return {
    tracks: [...tracks.map((track) => after.get(track) ?? track), ...born],
    next: next + born.length,
  };
};

/**
 * Who is followed after these measurements. Targets of a tracker are different people. A track goes on with what fits its
 * motion, and never through a wall that nobody can have walked around; what fits none begins a new one. `now` is a time of
 * the measurements' clock. Some n²·m steps for n targets of a tracker and m tracks.
 */
export const fuse = (
  fusion: Fusion,
  measurements: readonly Measurement[],
  floors: Floors,
  now: number,
): Fusion => {
  let after: Fusion = { ...fusion, tracks: fusion.tracks.flatMap((each) => lapsed(each, now)) };
  for (const scan of scansOf(measurements)) {
    const [first] = scan;
    const floor = floors(first.level);
    after =
      first.name === undefined || scan.length > 1
        ? namelessAfter(after, scan, floor)
        : namedAfter(after, first, floor);
  }
  const tracks = joined(after.tracks, floors, now);
  return {
    ...after,
    tracks: tracks.filter((track) => !isOver(track, floors(track.level), now)),
  };
};

/** Somebody who is followed, as others are told. */
export interface FusedPosition {
  /** No id of a target: these have no colon. */
  readonly id: string;
  readonly kind: WalkerKind;
  readonly name: string | undefined;
  readonly place: Point;
  readonly level: string | undefined;
  readonly spread: Spread;
  /** The ids of the targets that it was made of, in order. */
  readonly sources: readonly string[];
}

/** Seconds for which somebody unseen is told as going on. */
const tellsAhead = 1;

/** Who is followed and confirmed, and where they are at a time. A target is part of the track that it was seen as last. */
export const fusedPositions = (
  { tracks }: Fusion,
  floors: Floors,
  now: number,
): readonly FusedPosition[] => {
  const confirmed = tracks.filter(isConfirmed);
  const last = new Map<string, number>();
  for (const { sightings } of tracks)
    for (const { target, at } of sightings.values())
      last.set(target, Math.max(at, last.get(target) ?? -Infinity));
  return confirmed.map((track) => {
    const ahead = Math.min(now, track.motion.at + tellsAhead);
    const { place } = expectedOf(track, ahead, floors(track.level));
    const { placed } = expectedOf(track, now, floors(track.level));
    const sources = [...track.sightings.values()].filter(
      ({ target, at }) => at === last.get(target) && now - at <= partFor,
    );
    return {
      id: `track:${track.number}`,
      kind: track.kind,
      name: nameOfTrack(track),
      place,
      level: track.level,
      spread: spreadOf(placed),
      sources: sources.map(({ target }) => target).toSorted(),
    };
  });
};
