import "../card/main.ts";
import { pageSpeaker } from "../texts/page.ts";
import { browserLanguages } from "../texts/speech.ts";
import { FloorplanPanel } from "./panel.ts";

if (customElements.get("floorplan-panel") === undefined) {
  customElements.define("floorplan-panel", FloorplanPanel);
  void pageSpeaker.load(browserLanguages());
}
