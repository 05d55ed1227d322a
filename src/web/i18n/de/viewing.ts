export { acting, card, configForm, details, live, page, refusal, replay } from "./screens.ts";
export { drawing, kinds } from "./kinds.ts";
export { furnitureGroups } from "./pieces.ts";
export { errors } from "./errors.ts";
