export { changes } from "./changes.ts";
export { editor } from "./editor.ts";
export { house } from "./house.ts";
export { panels } from "./panels.ts";
export { rules } from "./rules.ts";
export { session } from "./session.ts";
export { tools } from "./tools.ts";
export { touch } from "./touch.ts";
