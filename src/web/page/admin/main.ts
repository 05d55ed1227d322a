import "./admin-dialog.ts";

export { managingTranslator } from "../../i18n/managing-translator.ts";
