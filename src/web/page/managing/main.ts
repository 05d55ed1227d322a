import "./manager.ts";
export { managingSpeaker } from "../../texts/managing.ts";
