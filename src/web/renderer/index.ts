export type { Box } from "../../model/geometry/polygon.ts";
export { fileIcons, homeAssistantIcons } from "./icons/icon-sources.ts";
export type { Detail, DrawingWords, DrawOptions } from "./options.ts";
export { drawPlan } from "./draw-plan.ts";
export { followFocus, placeFocusRing } from "./frame.ts";
export { drawingStyle } from "./style.ts";
export { type Fingers, type ScreenPoint, Viewport } from "./viewport.ts";
