import { insideOf } from "../../../model/elements/rooms.ts";
import { distance, isSame, type Point } from "../../../model/geometry/vector.ts";
import { targetsOn } from "../../canvas/snapping.ts";
import { metresIn } from "../context.ts";
import type { Measure, Overlay, Tool, ToolContext } from "../../canvas/tools/tool.ts";
import { atLength, twoPointTool } from "../../canvas/tools/two-points.ts";

/** How far two points are apart across and up or down, where that is not their distance. */
const legs = (from: Point, to: Point): readonly Measure[] => {
  const corner: Point = [to[0], from[1]];
  return isSame(corner, from) || isSame(corner, to)
    ? []
    : [
        { from, to: corner, isLine: true },
        { from: corner, to, isLine: true },
      ];
};

const preview = (from: Point, to: Point): Overlay => ({
  ghost: [from, to],
  isOpen: true,
  dots: [from, to],
  measures: legs(from, to),
});

/** Measures from one point to another, and draws nothing. What was measured is shown until the next press. */
export const rulerTool = ({ session, view, texts, language, say }: ToolContext): Tool => {
  let last: Overlay | undefined;
  const metres = metresIn(language);
  const tool = twoPointTool({
    hint: (isBegun) => (isBegun ? texts.tools.hints.lineSecond : texts.measures.rulerHint),
    targets: () => {
      const shape = view.state.measures === "inner" ? insideOf : undefined;
      return targetsOn(session.state.plan, view.state.level, new Set(), shape);
    },
    preview,
    lengths: (from, to) => [{ from, to, label: texts.measures.length }],
    reach: (from, towards, [length]) => atLength(from, towards, length),
    make: (from, to) => {
      last = { ...preview(from, to), measures: [{ from, to }, ...legs(from, to)] };
      const [across, down] = [Math.abs(to[0] - from[0]), Math.abs(to[1] - from[1])];
      say(texts.measures.measured(metres(distance(from, to)), metres(across), metres(down)));
    },
  });
  return {
    ...tool,
    overlay: () => {
      const now = tool.overlay();
      return last === undefined || now.ghost !== undefined ? now : { ...now, ...last };
    },
    down: (pointer) => {
      last = undefined;
      tool.down?.(pointer);
    },
    cancel: () => {
      const isBusy = tool.cancel() || last !== undefined;
      last = undefined;
      return isBusy;
    },
  };
};
