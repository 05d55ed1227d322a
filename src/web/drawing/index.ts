export type { Box } from "../../model/geometry/polygon.ts";
export { fileIcons } from "./icons/files.ts";
export { houseIcons } from "./icons/house.ts";
export type { Detail, DrawingWords, DrawOptions } from "./options.ts";
export { drawPlan } from "./plan.ts";
export { followFocus, placeRing } from "./ring.ts";
export { drawingStyle } from "./style.ts";
export { type Fingers, type ScreenPoint, Viewport } from "./viewport.ts";
