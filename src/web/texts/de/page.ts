import type { PageTexts } from "../en/page.ts";

export const page: PageTexts = {};
