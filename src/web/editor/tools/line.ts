import { newId } from "../../../model/elements/entities.ts";
import { insideOf } from "../../../model/elements/rooms.ts";
import { distance } from "../../../model/geometry/vector.ts";
import { addLine } from "../../../model/editing/add-remove.ts";
import { leastNewLine } from "../../model/line-length.ts";
import { targetsOn } from "../../canvas/snapping.ts";
import {
  type KindToolName,
  kindTools,
  pieceWords,
  toolWords,
} from "../../canvas/tools/kind-tools.ts";
import type { Tool, ToolContext } from "../../canvas/tools/tool.ts";
import { atLength, twoPointTool } from "../../canvas/tools/two-points.ts";

/** Draws a line from one point to another. */
export const lineTool = (
  { session, view, texts, say }: ToolContext,
  toolName: KindToolName,
): Tool => {
  const { list } = kindTools[toolName];
  return twoPointTool({
    hint: (isBegun) =>
      isBegun
        ? `${texts.tools.hints.lineSecond} ${texts.measures.typing}`
        : toolWords(toolName, texts).hint,
    targets: () => {
      // A wall meets others at the middle of them, everything else is measured between their faces.
      const shape = list === "walls" ? undefined : insideOf;
      return targetsOn(session.state.plan, view.state.level, new Set(), shape);
    },
    isFromStart: list === "walls",
    preview: (from, to) => ({ ghost: [from, to], isOpen: true }),
    lengths: (from, to) => [{ from, to, label: texts.measures.length }],
    reach: (from, towards, [length]) => atLength(from, towards, length),
    make: (from, to, { isAdding }) => {
      const least = leastNewLine(session.state.plan, list);
      if (distance(from, to) < least - 1e-6) return say(texts.tools.tooShort);
      const name = pieceWords({ list, name: "" }, texts);
      const id = newId(session.state.plan, list);
      const { level } = view.state;
      session.edit({ action: "draw", name }, (now) => addLine(now, level, list, id, [from, to]));
      view.select([`${list}/${id}`]);
      // With Shift the tool stays, for the next line.
      if (!isAdding) view.update({ tool: "select" });
      say(texts.tools.added(name));
    },
  });
};
