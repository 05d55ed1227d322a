export const editor = {};

export type EditorTexts = typeof editor;
