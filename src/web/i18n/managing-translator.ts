import { errors } from "./en/errors.ts";
import { managing, type ManagingTexts } from "./en/managing.ts";
import type { Viewing } from "./languages.ts";
import { makeTranslator } from "./translator.ts";

/** The words of the administrators' dialog. */
export interface ManagingWords {
  readonly errors: Viewing["errors"];
  readonly managing: ManagingTexts;
}

/** How to load them in each language: separate files, as only administrators read them. */
export const managingIn: ReadonlyMap<string, () => Promise<Pick<ManagingWords, "managing">>> =
  new Map([
    ["de", () => import("./de/managing.ts")],
    ["fr", () => import("./fr/managing.ts")],
  ]);

/** Loads the words of the administrators' dialog. */
export const managingTranslator = makeTranslator<ManagingWords>(
  { errors, managing },
  async ({ viewing }, code) => {
    const [view, own] = await Promise.all([viewing(), managingIn.get(code)?.()]);
    return { errors: view.errors, managing: own?.managing ?? managing };
  },
);
