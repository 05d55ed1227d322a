export { card } from "./screens.ts";
export { configForm } from "../../texts/de/config-form.ts";
export { details } from "../../texts/de/details.ts";
export { drawing } from "../../texts/de/drawing.ts";
export { errors } from "./errors.ts";
export { live } from "../../texts/de/live.ts";
export { furnitureGroups, kinds } from "./kinds.ts";
export { page } from "../../texts/de/page.ts";
