export { configForm } from "./config-form.ts";
