import { distance, minus, plus, type Point, times } from "../../../../src/model/geometry/vector.ts";
import type { PlanData } from "../../../../src/model/elements/entities.ts";
import { type Floor, floorOf } from "../../../../src/model/trackers/floor.ts";
import { evenly } from "../../../../src/model/trackers/covariance.ts";
import { assigned } from "../../../../src/model/trackers/fusion/assignment.ts";
import type { Measurement } from "../../../../src/model/trackers/fusion/track.ts";
import type { Random } from "../../../support/random.ts";

/** How people walk through a home, and what radars report of them. Times are seconds, lengths metres. */

/** A living room and a bedroom beside it, with a door between them, and a kitchen that is open to the living room. */
export const home: PlanData = {
  rooms: [
    {
      id: "living",
      points: [
        [0, 0],
        [5, 0],
        [5, 4],
        [0, 4],
      ],
    },
    {
      id: "bedroom",
      points: [
        [5, 0],
        [9, 0],
        [9, 4],
        [5, 4],
      ],
    },
    {
      id: "kitchen",
      points: [
        [0, 4],
        [5, 4],
        [5, 7],
        [0, 7],
      ],
    },
  ],
  openings: [
    { id: "door", room_id: "living", edge: 1, offset: 2.5, width: 0.9, type: "door" },
    {
      id: "passage",
      room_id: "kitchen",
      edge: 0,
      offset: 2.5,
      width: 2,
      type: "door",
      style: "passage",
    },
    { id: "window", room_id: "bedroom", edge: 0, offset: 2, width: 1.2, type: "window" },
  ],
};

const rooms: readonly { readonly from: Point; readonly to: Point }[] = [
  { from: [0, 0], to: [5, 4] },
  { from: [5, 0], to: [9, 4] },
  { from: [0, 4], to: [5, 7] },
];

/** How people get from the living room into the others, and back. */
const doors: readonly Point[] = [
  [5, 2.5],
  [2.5, 4],
];

/** A radar in a corner, with the field of view of an LD2450. */
export interface Radar {
  readonly id: string;
  readonly at: Point;
  readonly rotation: number;
}

export const radars: readonly Radar[] = [
  { id: "living", at: [0.1, 0.1], rotation: 45 },
  { id: "bedroom", at: [8.9, 0.1], rotation: 135 },
  { id: "kitchen", at: [4.9, 6.9], rotation: 225 },
];

/** Metres and degrees that a radar sees. */
const [farthest, halfView] = [6.5, 60];

/** The deviation of a radar along each axis, in metres. */
export const deviation = 0.15;

const gaussian = (random: Random): number => {
  const even = (): number => (random.below(2 ** 30) + 1) / (2 ** 30 + 1);
  return Math.sqrt(-2 * Math.log(even())) * Math.cos(2 * Math.PI * even());
};

const between = (random: Random, least: number, most: number): number =>
  least + ((most - least) * random.below(10_000)) / 10_000;

/** Metres that people keep from each other, also where they pass. */
const apart = 0.7;

/** Seconds between two looks at where others will be. */
const lookEvery = 0.1;

/** A way at an even speed, which begins at a time in seconds. */
interface Way {
  readonly begins: number;
  readonly speed: number;
  readonly points: readonly Point[];
}

const lengthOfWay = (points: readonly Point[]): number =>
  points.reduce((sum, point, at) => sum + distance(points[at - 1] ?? point, point), 0);

const placeOn = ({ begins, speed, points }: Way, at: number): Point => {
  let left = Math.max(0, at - begins) * speed;
  let [last = [0, 0]] = points;
  for (const point of points) {
    const metres = distance(last, point);
    if (metres > left) return plus(last, times(minus(point, last), left / metres));
    left -= metres;
    last = point;
  }
  return last;
};

/** Somebody who walks to a place, stays a while, and walks on, out of the way of all others. */
export class Walker {
  #way: Way;
  #ends = 0;
  #goesAt = 0;
  #room = 0;
  readonly #random: Random;

  constructor(random: Random, place: Point) {
    this.#random = random;
    this.#way = { begins: 0, speed: 1, points: [place] };
  }

  placeAt(at: number): Point {
    return placeOn(this.#way, at);
  }

  /** Walks on if it is time and the way is free. */
  look(at: number, others: readonly Walker[]): void {
    if (at < this.#goesAt) return;
    const random = this.#random;
    const room = random.below(rooms.length);
    const { from, to } = rooms[room] ?? { from: [0, 0], to: [1, 1] };
    const goal: Point = [
      between(random, from[0] + 0.4, to[0] - 0.4),
      between(random, from[1] + 0.4, to[1] - 0.4),
    ];
    const through = [this.#room, room].filter((each) => each > 0);
    const points = [
      this.placeAt(at),
      ...(room === this.#room ? [] : through.map((each) => doors[each - 1] ?? goal)),
      goal,
    ];
    const way: Way = { begins: at, speed: between(random, 0.6, 1.4), points };
    const ends = at + lengthOfWay(points) / way.speed;
    const last = Math.max(ends, ...others.map((other) => other.#ends));
    for (let then = at; then < last + lookEvery; then += lookEvery)
      for (const other of others)
        if (distance(placeOn(way, then), other.placeAt(then)) < apart) return;
    this.#way = way;
    this.#ends = ends;
    this.#goesAt = ends + between(random, 0, 30);
    this.#room = room;
  }
}

/** Whether a radar sees a place: within its field, and not through a wall. */
export const sees = (floor: Floor, { at, rotation }: Radar, place: Point): boolean => {
  const [x, z] = minus(place, at);
  const angle = (Math.atan2(z, x) * 180) / Math.PI;
  const off = Math.abs(((angle - rotation + 540) % 360) - 180);
  return (
    Math.hypot(x, z) <= farthest && off <= halfView && floor.wallOnWay(at, place) === undefined
  );
};

/** What a radar reports: its targets by number, which change hands at times. */
export class Numbers {
  #order: readonly number[] = [];

  /** The people that it sees, by number. */
  of(seen: readonly number[], random: Random): readonly number[] {
    const kept = this.#order.filter((each) => seen.includes(each));
    const order = [...kept, ...seen.filter((each) => !kept.includes(each))];
    if (order.length > 1 && random.below(20) === 0) order.reverse();
    this.#order = order;
    return order.slice(0, 3);
  }
}

/** A report of a radar on the people at these places: 15 cm of noise, and a fifth of the targets is missing. */
export const reportOf = (
  radar: Radar,
  numbers: Numbers,
  {
    floor,
    people,
    random,
    at,
  }: {
    readonly floor: Floor;
    readonly people: readonly Point[];
    readonly random: Random;
    readonly at: number;
  },
): readonly Measurement[] => {
  const seen = people.flatMap((place, person) => (sees(floor, radar, place) ? [person] : []));
  return numbers.of(seen, random).flatMap((person, number) => {
    if (random.below(5) === 0) return [];
    const [x, z] = people[person] ?? [0, 0];
    const place: Point = [x + deviation * gaussian(random), z + deviation * gaussian(random)];
    return {
      target: `${radar.id}/${number + 1}`,
      tracker: radar.id,
      at,
      place,
      noise: evenly(0.2),
      level: undefined,
      kind: "target" as const,
      name: undefined,
    };
  });
};

/** The floor of the home. */
export const floor = floorOf(home, undefined);

/** What was believed of people's places, compared with the truth. */
export class Score {
  readonly #last = new Map<number, string>();
  #sum = 0;
  #count = 0;
  /** How often somebody became somebody else. Two who swap are one switch. */
  switches = 0;
  /** How often somebody in view was nobody, and how often there was one too many. */
  missed = 0;
  surplus = 0;

  /** Centimetres on average. */
  get errorCm(): number {
    return (100 * this.#sum) / this.#count;
  }

  /** Compares the places of people in view with those believed, by their id. Each keeps their id while it is within a metre. */
  add(people: ReadonlyMap<number, Point>, believed: readonly (readonly [string, Point])[]): void {
    const truth = [...people];
    const costs = truth.map(([person, place]) =>
      believed.map(([id, there]) => {
        const off = distance(place, there);
        if (off > 1.5) return Infinity;
        return id === this.#last.get(person) && off < 1 ? off - 10 : off;
      }),
    );
    const found = assigned(costs, 100);
    const changed = new Set<string>();
    for (const [at, [person, place]] of truth.entries()) {
      const [id, there] = believed[found[at] ?? -1] ?? [];
      if (id === undefined || there === undefined) {
        this.missed += 1;
        continue;
      }
      this.#sum += distance(place, there);
      this.#count += 1;
      const last = this.#last.get(person);
      if (last !== undefined && last !== id) changed.add([last, id].toSorted().join());
      this.#last.set(person, id);
    }
    this.switches += changed.size;
    this.surplus += Math.max(0, believed.length - people.size);
  }
}
