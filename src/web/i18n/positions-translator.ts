import { positions, type PositionTexts } from "./en/positions.ts";
import { makeTranslator } from "./translator.ts";

/** Loads the words for positions. */
export const positionsTranslator = makeTranslator<PositionTexts>(positions, async ({ viewing }) => {
  const words = await viewing();
  return words.positions;
});
