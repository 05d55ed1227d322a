export type { Box } from "../../geometry/polygon.ts";
export type { Detail, DrawingWords, DrawOptions, EntityState } from "./options.ts";
export { drawPlan } from "./plan.ts";
export { drawingStyle } from "./style.ts";
export { type Fingers, type ScreenPoint, Viewport } from "./viewport.ts";
