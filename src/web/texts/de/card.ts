import type { CardTexts } from "../en/card.ts";

export const card: CardTexts = {};
