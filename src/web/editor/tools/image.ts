import { backgroundOf, shownLevel } from "../../../model/elements/levels.ts";
import { minus, plus, tidyPoint } from "../../../model/geometry/vector.ts";
import { setBackground } from "../../../model/editing/background-image.ts";
import type { Drag } from "./dragging.ts";
import type { Tool, ToolContext } from "../../canvas/tools/tool.ts";

/** Drags the tracing image of the floor that is shown to where it belongs. */
export const imageTool = ({ session, view, texts }: ToolContext): Tool => {
  let dragging: Drag | undefined;
  return {
    hint: () => texts.tools.hints.image,
    cursor: () => "move",
    overlay: () => ({}),
    down: ({ at: start }) => {
      const { plan } = session.state;
      const level = shownLevel(plan, view.state.level);
      const image = level === undefined ? undefined : backgroundOf(plan, level);
      if (level === undefined || image === undefined) return;
      const gesture = session.begin({ action: "imagePlace" });
      const move: Drag["move"] = ({ at }) => {
        const [left, top] = tidyPoint(plus([image.left, image.top], minus(at, start)));
        gesture.preview((now) => setBackground(now, level, { left, top }));
        return {};
      };
      dragging = { ...gesture, move };
    },
    move: (pointer) => void dragging?.move(pointer),
    up: () => {
      dragging?.commit();
      dragging = undefined;
    },
    cancel: () => {
      const isBusy = dragging !== undefined;
      dragging?.cancel();
      dragging = undefined;
      return isBusy;
    },
  };
};
