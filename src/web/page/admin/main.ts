import "./admin-dialog.ts";

export { managingSpeaker } from "../../i18n/managing-speaker.ts";
