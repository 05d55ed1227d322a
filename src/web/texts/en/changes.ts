export const changes = {};

export type ChangesTexts = typeof changes;
