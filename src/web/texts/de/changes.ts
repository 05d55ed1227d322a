import type { ChangesTexts } from "../en/changes.ts";

export const changes: ChangesTexts = {};
