export { type SheetFit, fitOnSheet } from "./page-layout.ts";
export { floorSvg, type SheetOptions, type TracingImage, withIcons } from "./floor-svg.ts";
