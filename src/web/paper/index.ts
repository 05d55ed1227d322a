export { type Fit, fitOnSheet } from "./page.ts";
export { floorSvg, type SheetOptions, type TracingImage } from "./sheet.ts";
export { withIcons } from "./with-icons.ts";
