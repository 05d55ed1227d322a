import type * as english from "../en/tapping.ts";

/** What a mouse does, and what a finger does instead, as it is written within a sentence. */
const words: readonly (readonly [mouse: string, finger: string])[] = [
  ["double-cliquez sur", "touchez deux fois"],
  ["double-cliquer sur", "toucher deux fois"],
  ["double-clic", "double appui"],
  ["cliquez à l’endroit", "touchez l’endroit"],
  ["cliquez sur", "touchez"],
  ["cliquer sur", "toucher"],
  ["cliquez", "touchez"],
  ["cliquer", "toucher"],
  ["clic", "appui"],
];

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

export const tapped: typeof english.tapped = (sentence) =>
  words.reduce(
    (said, [mouse, finger]) =>
      said.replaceAll(mouse, finger).replaceAll(capital(mouse), capital(finger)),
    sentence,
  );
