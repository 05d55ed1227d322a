export const errors = {};

export type ErrorsTexts = typeof errors;
