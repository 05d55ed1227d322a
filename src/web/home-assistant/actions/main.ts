export { touched } from "./perform-action.ts";
