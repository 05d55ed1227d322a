export type { Box } from "../../geometry/polygon.ts";
export type { Detail, DrawingWords, DrawOptions } from "./options.ts";
export { drawPlan } from "./plan.ts";
export { drawingStyle } from "./style.ts";
export { type Fingers, type ScreenPoint, Viewport } from "./viewport.ts";
