import { cardTexts } from "../texts/card.ts";
import { FloorplanCard } from "./card.ts";

interface CustomCard {
  readonly type: string;
  readonly name: string;
  readonly description: string;
  readonly preview: boolean;
}

declare global {
  interface Window {
    /** Where Home Assistant looks for cards to offer. */
    customCards?: CustomCard[];
  }
}

// A dashboard may load the module twice, under two addresses.
if (customElements.get("floorplan-card") === undefined) {
  customElements.define("floorplan-card", FloorplanCard);
  const { name, description } = cardTexts(navigator.language).card;
  window.customCards ??= [];
  window.customCards.push({ type: "floorplan-card", name, description, preview: true });
}
