export { importDialog } from "./import-dialog.ts";
export { importing } from "../../texts/de/importing.ts";
