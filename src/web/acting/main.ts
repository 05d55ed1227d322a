export { touched } from "./touched.ts";
