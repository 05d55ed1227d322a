import type { PanelsTexts } from "../en/panels.ts";

export const panels: PanelsTexts = {};
