export { type Fit, fitOnSheet } from "./page-layout.ts";
export { floorSvg, type SheetOptions, type TracingImage } from "./floor-svg.ts";
export { withIcons } from "../../paper/with-icons.ts";
