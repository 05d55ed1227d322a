import type { ErrorsTexts } from "../en/errors.ts";

export const errors: ErrorsTexts = {};
