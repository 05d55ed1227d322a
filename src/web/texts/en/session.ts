export const session = {};

export type SessionTexts = typeof session;
