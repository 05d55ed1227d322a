import { heat, type HeatTexts } from "./en/screens.ts";
import { makeTranslator } from "./translator.ts";

/** Loads the words of heat maps. */
export const heatTranslator = makeTranslator<HeatTexts>(heat, async ({ viewing }) => {
  const words = await viewing();
  return words.heat;
});
