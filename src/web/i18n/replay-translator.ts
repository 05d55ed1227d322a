import { replay, type ReplayTexts } from "./en/screens.ts";
import { makeTranslator } from "./translator.ts";

/** Loads the words of the bar for looking back. */
export const replayTranslator = makeTranslator<ReplayTexts>(replay, async ({ viewing }) => {
  const words = await viewing();
  return words.replay;
});
