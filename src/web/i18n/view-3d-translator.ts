import { view3dButton, type View3dButtonTexts } from "./en/screens.ts";
import { view3d, type View3dTexts } from "./en/view-3d.ts";
import { makeTranslator } from "./translator.ts";

/** How to load the words of the view in each language: files of their own, as most people never open it. */
const view3dIn: ReadonlyMap<string, () => Promise<{ readonly view3d: View3dTexts }>> = new Map([
  ["de", () => import("./de/view-3d.ts")],
  ["fr", () => import("./fr/view-3d.ts")],
]);

/** Loads the words of the view in 3D. */
export const view3dTranslator = makeTranslator<View3dTexts>(view3d, async (_, code) => {
  const words = await view3dIn.get(code)?.();
  return words?.view3d ?? view3d;
});

/** Loads the word of the button that shows it. */
export const view3dButtonTranslator = makeTranslator<View3dButtonTexts>(
  view3dButton,
  async ({ viewing }) => {
    const words = await viewing();
    return words.view3dButton;
  },
);
