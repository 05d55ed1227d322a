import type { Rect } from "./cells.ts";
import type { DemoPoint } from "../../src/model/demo/demo-plan.ts";
import { metres } from "./random.ts";

/** Up and down a room, and near its middle from side to side, as names are wide; in twelfths of it. */
const rows = [6, 5, 7, 4, 8, 3, 9] as const;
const columns = [6, 5.5, 6.5, 5, 7] as const;
const middle = [6] as const;

/** Metres across a room below which a name takes all of it. */
const narrow = 4;

/** Names are wider than they are high, so what is beside one is nearer than it seems. */
const wideness = 0.25;

/** The place in a room where its name is least in the way of what else is written there. */
export const labelPlace = (
  { x, z, w, d }: Rect,
  written: readonly { readonly x: number; readonly z: number }[],
): DemoPoint => {
  let best: DemoPoint = [metres(x + w / 2), metres(z + d / 2)];
  let most = -1;
  for (const row of rows) {
    for (const column of w < narrow ? middle : columns) {
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
