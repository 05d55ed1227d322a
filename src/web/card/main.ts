import { cardTranslator } from "../i18n/card-translator.ts";
import { browserLanguages } from "../i18n/translation-controller.ts";
import type { CardTexts } from "../i18n/en/screens.ts";
import { FloorplanCard } from "./card.ts";
import { suggestionsNow } from "./shown-plans.ts";
import type { Suggestion } from "./suggestions.ts";

interface CustomCard {
  readonly type: string;
  readonly name: string;
  readonly description: string;
  readonly preview: boolean;
  readonly getEntitySuggestion: (hass: unknown, entity: string) => readonly Suggestion[] | null;
}

declare global {
  interface Window {
    /** The list of cards that Home Assistant offers. */
    customCards?: CustomCard[];
  }
}

const words = (): CardTexts => cardTranslator.now(browserLanguages()).texts.card;

// A dashboard may load the module twice, from two addresses.
if (customElements.get("floorplan-card") === undefined) {
  customElements.define("floorplan-card", FloorplanCard);
  void cardTranslator.load(browserLanguages());
  window.customCards ??= [];
  window.customCards.push({
    type: "floorplan-card",
    // A getter, because the words may load after the card.
    get name() {
      return words().name;
    },
    get description() {
      return words().description;
    },
    preview: true,
    getEntitySuggestion: (_hass, entity) => suggestionsNow(entity),
  });
}
