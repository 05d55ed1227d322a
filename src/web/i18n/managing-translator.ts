import { errors } from "./en/errors.ts";
import { managing, type ManagingTexts } from "./en/managing.ts";
import type { Viewing } from "./languages.ts";
import { makeTranslator } from "./translator.ts";

/** What is said where administrators see who may come in. */
export interface ManagingWords {
  readonly errors: Viewing["errors"];
  readonly managing: ManagingTexts;
}

/** Its words in each language besides English: in files of their own, as nobody but administrators reads them. */
export const managingIn: ReadonlyMap<string, () => Promise<Pick<ManagingWords, "managing">>> =
  new Map([
    ["de", () => import("./de/managing.ts")],
    ["fr", () => import("./fr/managing.ts")],
  ]);

/** The words of these parts. */
export const managingTranslator = makeTranslator<ManagingWords>(
  { errors, managing },
  async ({ viewing }, code) => {
    const [view, own] = await Promise.all([viewing(), managingIn.get(code)?.()]);
    return { errors: view.errors, managing: own?.managing ?? managing };
  },
);
