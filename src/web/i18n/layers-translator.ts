import { layers, type LayersTexts } from "./en/screens.ts";
import { makeTranslator } from "./translator.ts";

/** Loads the words of the menu of layers. */
export const layersTranslator = makeTranslator<LayersTexts>(layers, async ({ viewing }) => {
  const words = await viewing();
  return words.layers;
});
