export { cardConfigForm as configForm } from "./config-form.ts";
