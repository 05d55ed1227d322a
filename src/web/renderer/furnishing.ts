/** What drawings need besides their first view, and load behind it: symbols, and what things are made of. */
export { catalogueStyle } from "./catalogue-style.ts";
export { stateColour } from "../../model/bindings/state-colours.ts";
export { deviceKind, openingParts } from "../../model/kinds/catalogue/symbols.ts";
export { coverOf } from "./materials/floor-cover.ts";
export { materialItems } from "./materials/material-layers.ts";
export { stateParts } from "./opening-details.ts";
export { symbolOf } from "./materials/piece-materials.ts";
