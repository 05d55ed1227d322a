import "../card/main.ts";
import { pageSpeaker } from "../i18n/page-speaker.ts";
import { browserLanguages } from "../i18n/speech.ts";
import { FloorplanPanel } from "./panel.ts";

if (customElements.get("floorplan-panel") === undefined) {
  customElements.define("floorplan-panel", FloorplanPanel);
  void pageSpeaker.load(browserLanguages());
}
