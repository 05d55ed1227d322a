import type { DrawingTexts } from "../en/drawing.ts";

export const drawing: DrawingTexts = {};
