export const panels = {};

export type PanelsTexts = typeof panels;
