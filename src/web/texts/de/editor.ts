import type { EditorTexts } from "../en/editor.ts";

export const editor: EditorTexts = {};
