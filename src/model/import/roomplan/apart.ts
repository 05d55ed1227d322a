import { areApart, boxAround } from "../../geometry/polygon.ts";
import { nearestOn, type Point, wallsOf } from "../../geometry/vector.ts";
import type { ScannedRoom } from "./rooms.ts";

/** Metres between rooms that one wall could still part: twice the thickest, as scans are not exact. */
const farthest = 1.2;

/** A room with what is compared first. */
interface Placed extends ScannedRoom {
  readonly box: ReturnType<typeof boxAround>;
}

const touches = (corners: readonly Point[], other: readonly Point[]): boolean =>
  wallsOf(other).some((edge) => corners.some((corner) => nearestOn(edge, corner).away <= farthest));

const areBeside = (one: Placed, other: Placed): boolean =>
  one.story === other.story &&
  one.box !== undefined &&
  other.box !== undefined &&
  !areApart(one.box, other.box, farthest) &&
  (touches(one.corners, other.corners) || touches(other.corners, one.corners));

/** The rooms that stand apart from the largest group of neighbours on their story, by their numbers in the list. */
export const roomsApart = (rooms: readonly ScannedRoom[]): readonly number[] => {
  const placed = rooms.map((room): Placed => ({ ...room, box: boxAround(room.corners) }));
  const left = new Set(placed.keys());
  const groups: (readonly number[])[] = [];
  for (const first of placed.keys()) {
    if (!left.delete(first)) continue;
    const group = [first];
    for (const at of group)
      for (const next of left) {
        const [one, other] = [placed[at], placed[next]];
        if (one === undefined || other === undefined || !areBeside(one, other)) continue;
        left.delete(next);
        group.push(next);
      }
    groups.push(group);
  }
  const largest = new Map<number | undefined, readonly number[]>();
  for (const group of groups) {
    const story = rooms[group[0] ?? 0]?.story;
    if (group.length > (largest.get(story)?.length ?? 0)) largest.set(story, group);
  }
  const main = new Set([...largest.values()].flat());
  return [...placed.keys()].filter((at) => !main.has(at));
};
