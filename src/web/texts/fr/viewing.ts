export { card } from "./card.ts";
export { configForm } from "./config-form.ts";
export { details } from "./details.ts";
export { drawing } from "./drawing.ts";
export { errors } from "./errors.ts";
export { live } from "./live.ts";
export { furnitureGroups, kinds } from "./kinds.ts";
export { page } from "./page.ts";
