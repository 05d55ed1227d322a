export {
  acting,
  card,
  configForm,
  details,
  heat,
  layers,
  live,
  page,
  refusal,
  replay,
} from "./screens.ts";
export { drawing, kinds } from "./kinds.ts";
export { furnitureGroups } from "./pieces.ts";
export { errors } from "./errors.ts";
export { positions } from "./positions.ts";
export { view3d } from "./view-3d.ts";
