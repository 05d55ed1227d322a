export const page = {};

export type PageTexts = typeof page;
