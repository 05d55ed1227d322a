import type { Drag, Tool, ToolContext } from "./tool.ts";
import { backgroundOf, shownLevel } from "../../../model/elements/levels.ts";
import { minus, plus, type Point, tidyPoint } from "../../../model/geometry/vector.ts";
import { setBackground } from "../../../model/editing/background-image.ts";

/** Sets two calibration points, whose actual distance is known, on the tracing image. */
export const calibrateTool = ({ view, texts: { tools, panels }, say }: ToolContext): Tool => {
  /** The point that a pressed pointer would set. */
  let pressed: Point | undefined;
  const withPoint = (at: Point): readonly Point[] => {
    const { calibration } = view.state;
    return calibration.length < 2 ? [...calibration, at] : [at];
  };
  const cancel = (): boolean => {
    const isBusy = pressed !== undefined;
    pressed = undefined;
    return isBusy;
  };
  return {
    hint: () => {
      const { calibrate, calibrateSecond, calibrateDistance } = tools.hints;
      return [calibrate, calibrateSecond][view.state.calibration.length] ?? calibrateDistance;
    },
    cursor: () => "crosshair",
    overlay: () => {
      const points = pressed === undefined ? view.state.calibration : withPoint(pressed);
      return { ghost: points, isOpen: true, dots: points };
    },
    down: ({ at }) => void (pressed = at),
    move: ({ at }) => {
      if (pressed !== undefined) pressed = at;
    },
    up: ({ at }) => {
      pressed = undefined;
      const calibration = withPoint(at);
      view.update({ calibration });
      say(calibration.length === 1 ? panels.tracing.firstSet : panels.tracing.bothSet);
    },
    cancel,
  };
};

/** Drags the tracing image of the shown floor. */
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
