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
  view3dButton,
} from "./screens.ts";
export { drawing, kinds } from "./kinds.ts";
export { furnitureGroups } from "./pieces.ts";
export { errors } from "./errors.ts";
export { positions } from "./positions.ts";
