import type { SessionTexts } from "../en/session.ts";

export const session: SessionTexts = {};
