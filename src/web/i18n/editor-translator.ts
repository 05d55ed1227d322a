import * as editingEnglish from "./en/editing.ts";
import * as viewingEnglish from "./en/viewing.ts";
import type { Viewing } from "./languages.ts";
import { makeTranslator } from "./translator.ts";

/** The further words of the editor. */
type Editing = {
  readonly [Section in keyof typeof editingEnglish]: (typeof editingEnglish)[Section];
};

/** All words of the user interface, section by section. */
export type Texts = Viewing & Editing;

/** How to load the editor's own words in each language. They are known only here: no card's files hold them. */
const editingIn: ReadonlyMap<string, () => Promise<Editing>> = new Map([
  ["de", () => import("./de/editing.ts")],
  ["fr", () => import("./fr/editing.ts")],
]);

/** Loads the words of the editor, which uses all of them. */
export const editorTranslator = makeTranslator<Texts>(
  { ...viewingEnglish, ...editingEnglish },
  async ({ viewing }, code) => {
    const [view, edit = editingEnglish] = await Promise.all([viewing(), editingIn.get(code)?.()]);
    return { ...view, ...edit };
  },
);
