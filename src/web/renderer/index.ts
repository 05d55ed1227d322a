export type { Box } from "../../model/geometry/polygon.ts";
export { fileIcons } from "../drawing/icons/files.ts";
export { houseIcons } from "./icons/icon-sources.ts";
export type { Detail, DrawingWords, DrawOptions } from "./options.ts";
export { drawPlan } from "./draw-plan.ts";
export { followFocus, placeRing } from "../drawing/ring.ts";
export { drawingStyle } from "./style.ts";
export { type Fingers, type ScreenPoint, Viewport } from "./viewport.ts";
