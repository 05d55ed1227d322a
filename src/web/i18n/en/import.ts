export { importDialog } from "./import-dialog.ts";
export { importing } from "../../texts/en/importing.ts";
