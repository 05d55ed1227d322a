export { floorSvg, type SheetOptions, type TracingImage, withIcons } from "./floor-svg.ts";
export { drawSheets, type PrintOptions, type Sheet } from "./sheet.ts";
