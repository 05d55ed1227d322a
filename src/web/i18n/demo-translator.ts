import { demo, type DemoTexts } from "./en/demo.ts";
import { makeTranslator } from "./translator.ts";

/** How to load them in each language. */
export const demoIn: ReadonlyMap<string, () => Promise<{ readonly demo: DemoTexts }>> = new Map([
  ["de", () => import("./de/demo.ts")],
  ["fr", () => import("./fr/demo.ts")],
]);

/** Loads the words of the demo. */
export const demoTranslator = makeTranslator<DemoTexts>(
  demo,
  async (_language, code) => (await demoIn.get(code)?.())?.demo ?? demo,
);
