import { errors } from "./en/errors.ts";
import { page } from "./en/screens.ts";
import type { Viewing } from "./languages.ts";
import { speaker } from "./speaker.ts";

/** What the page around card and editor says. */
export type PageWords = Pick<Viewing, "page" | "errors">;

/** Speaks for the page. */
export const pageSpeaker = speaker<PageWords>({ page, errors }, ({ viewing }) => viewing());
