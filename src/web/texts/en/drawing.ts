export const drawing = {};

export type DrawingTexts = typeof drawing;
