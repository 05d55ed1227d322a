/** The code that makes light, loaded behind the first drawing. */
export { glow, shades } from "./glow.ts";
export { sunlight } from "./sunlight.ts";
export { windowGlow } from "./window-glow.ts";
