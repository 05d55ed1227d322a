import type { Tool, ToolContext } from "./tool.ts";

/** Sets the two points of the tracing image whose true distance is known. */
export const calibrateTool = ({ view, texts: { tools } }: ToolContext): Tool => ({
  hint: () =>
    view.state.calibration.length === 1 ? tools.hints.calibrateSecond : tools.hints.calibrate,
  cursor: () => "crosshair",
  overlay: () => {
    const { calibration } = view.state;
    return { ghost: calibration, isOpen: true, dots: calibration };
  },
  up: ({ at }) => {
    const { calibration } = view.state;
    view.update({ calibration: calibration.length < 2 ? [...calibration, at] : [at] });
  },
  cancel: () => false,
});
