export { card } from "./screens.ts";
export { configForm } from "../../texts/en/config-form.ts";
export { details } from "../../texts/en/details.ts";
export { drawing } from "../../texts/en/drawing.ts";
export { errors } from "./errors.ts";
export { live } from "../../texts/en/live.ts";
export { furnitureGroups, kinds } from "./kinds.ts";
export { page } from "../../texts/en/page.ts";
