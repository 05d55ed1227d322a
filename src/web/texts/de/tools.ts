import type { ToolsTexts } from "../en/tools.ts";

export const tools: ToolsTexts = {};
