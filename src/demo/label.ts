import type { Rect } from "./cells.ts";
import type { DemoPoint } from "./plan.ts";
import { metres } from "./random.ts";

/** Across the middle of a room, in twelfths of it. */
const steps = [6, 5, 7, 4, 8, 3, 9] as const;

/** Names are wider than they are high, so what is beside one is nearer than it seems. */
const wideness = 0.4;

/** The place in a room where its name is least in the way of what else is written there. */
export const labelPlace = (
  { x, z, w, d }: Rect,
  written: readonly { readonly x: number; readonly z: number }[],
): DemoPoint => {
  let best: DemoPoint = [metres(x + w / 2), metres(z + d / 2)];
  let most = -1;
  for (const row of steps) {
    for (const column of steps) {
      const place: DemoPoint = [metres(x + (w * column) / 12), metres(z + (d * row) / 12)];
      const free = Math.min(
        ...written.map((each) => Math.hypot((each.x - place[0]) * wideness, each.z - place[1])),
        // Enough is enough: the nearer to the middle the better.
        1,
      );
      if (free <= most) continue;
      most = free;
      best = place;
    }
  }
  return best;
};
