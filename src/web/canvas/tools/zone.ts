import { followedBy } from "../../i18n/word-types.ts";
import { rectangle } from "../../../model/editing/add-remove.ts";
import { addZone } from "../../../model/editing/zones.ts";
import { newId } from "../../../model/elements/entities.ts";
import { insideOf } from "../../../model/elements/rooms.ts";
import type { Point } from "../../../model/geometry/vector.ts";
import { isAround } from "../../../model/zones/zone.ts";
import { movementOnPlan, seenInOrder } from "../seen-directions.ts";
import { targetsOn } from "../snap-targets.ts";
import { toolWords } from "./kind-tools.ts";
import { beyond, wallsWithin } from "./room.ts";
import type { Tool, ToolContext } from "./tool.ts";
import { twoPointTool } from "./two-points.ts";

/** Draws a rectangular zone by a drag, or by clicks on two opposite corners; its corners are dragged and added afterwards. */
export const zoneTool = (context: ToolContext): Tool => {
  const { session, view, texts, say, askName } = context;
  const create = (corners: readonly Point[], isAdding: boolean): void => {
    if (!isAround(corners)) return say(texts.tools.zoneTooSmall);
    const id = newId(session.state.plan, "zones");
    const { level } = view.state;
    const name = texts.drawing.things.zones;
    session.edit({ action: "draw", name }, (plan) => addZone(plan, level, { id, corners }));
    view.select([`zones/${id}`]);
    // With Shift the tool stays active for the next zone.
    if (!isAdding) view.update({ tool: "select" });
    askName(`zones/${id}`);
  };
  return twoPointTool({
    hint: (isBegun) =>
      isBegun
        ? followedBy(texts.tools.hints.roomSecond, texts.measures.typing)
        : toolWords("zone", texts).hint,
    targets: () => targetsOn(session.state.plan, view.state.level, new Set(), insideOf),
    preview: (from, to) => ({ ghost: rectangle(from, to) }),
    lengths: (from, to) => {
      const { measures } = texts;
      const [width, depth] = wallsWithin(rectangle(from, to), 0);
      const [across, down] = seenInOrder(view.state.turn, width, depth);
      return [
        { ...across, label: measures.width },
        { ...down, label: measures.depth },
      ];
    },
    reach: (from, towards, [across, down]) => {
      const { turn } = view.state;
      const [width, depth] = seenInOrder(turn, across, down);
      const [right, below] = movementOnPlan(turn, [1, 1]);
      return [beyond(from[0], towards[0], width, right), beyond(from[1], towards[1], depth, below)];
    },
    make: (from, to, { isAdding }) => create(rectangle(from, to), isAdding),
  });
};
