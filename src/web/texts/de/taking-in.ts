export { importDialog } from "./import-dialog.ts";
export { importing } from "./importing.ts";
