import { view3d, type View3dTexts } from "./en/view-3d.ts";
import { makeTranslator } from "./translator.ts";

/** Loads the words of the view in 3D. */
export const view3dTranslator = makeTranslator<View3dTexts>(view3d, async ({ viewing }) => {
  const words = await viewing();
  return words.view3d;
});
