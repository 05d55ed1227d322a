import type * as english from "../en/tapping.ts";

export const tapped: typeof english.tapped = (sentence) =>
  sentence.replaceAll("Klick", "Tipp").replaceAll("klick", "tipp");
