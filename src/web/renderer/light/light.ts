/** The code that makes areas of light, loaded behind the first drawing. */
export { litPath } from "./lit-area.ts";
export { sunlightPath } from "./sunlight.ts";
