export const tools = {};

export type ToolsTexts = typeof tools;
