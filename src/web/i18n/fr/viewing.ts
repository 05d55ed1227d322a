export { card } from "./screens.ts";
export { configForm } from "../../texts/fr/config-form.ts";
export { details } from "../../texts/fr/details.ts";
export { drawing } from "../../texts/fr/drawing.ts";
export { errors } from "./errors.ts";
export { live } from "../../texts/fr/live.ts";
export { furnitureGroups, kinds } from "./kinds.ts";
export { page } from "../../texts/fr/page.ts";
