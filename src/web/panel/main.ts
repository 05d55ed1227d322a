import "../card/main.ts";
import { pageTranslator } from "../i18n/page-translator.ts";
import { browserLanguages } from "../i18n/translation-controller.ts";
import { FloorplanPanel } from "./panel.ts";

if (customElements.get("floorplan-panel") === undefined) {
  customElements.define("floorplan-panel", FloorplanPanel);
  void pageTranslator.load(browserLanguages());
}
