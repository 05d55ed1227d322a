import { errors as errorsDe } from "./de/errors.ts";
import { page as pageDe } from "./de/page.ts";
import { errors } from "./en/errors.ts";
import { page } from "./en/page.ts";
import { choose } from "./choose.ts";

/** What the page around card and editor says. */
export const pageTexts = choose({ page, errors }, { page: pageDe, errors: errorsDe });
