export { importDialog } from "./import-dialog.ts";
export { importing } from "../../texts/fr/importing.ts";
