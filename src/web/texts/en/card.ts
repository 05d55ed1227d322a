export const card = {};

export type CardTexts = typeof card;
