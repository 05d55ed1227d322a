export { card, configForm, details, live, page } from "./screens.ts";
export { drawing, furnitureGroups, kinds } from "./kinds.ts";
export { errors } from "./errors.ts";
