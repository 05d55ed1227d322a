import * as editingEnglish from "./en/editing.ts";
import * as viewingEnglish from "./en/viewing.ts";
import type { Editing, Viewing } from "./languages.ts";
import { makeTranslator } from "./translator.ts";

/** All words of the user interface, section by section. */
export type Texts = Viewing & Editing;

/** Loads the words of the editor, which uses all of them. */
export const editorTranslator = makeTranslator<Texts>(
  { ...viewingEnglish, ...editingEnglish },
  async ({ viewing, editing }) => {
    const [view, edit] = await Promise.all([viewing(), editing()]);
    return { ...view, ...edit };
  },
);
