import { details } from "./en/details.ts";
import { drawing } from "./en/drawing.ts";
import { errors } from "./en/errors.ts";
import { live } from "./en/live.ts";
import type { Viewing } from "./languages.ts";
import { speaker } from "./speaker.ts";

/** What the panel of details says. */
export type DetailsWords = Pick<Viewing, "details" | "drawing" | "errors" | "live">;

/** Speaks for the panel of details. */
export const detailsSpeaker = speaker<DetailsWords>(
  { details, drawing, errors, live },
  ({ viewing }) => viewing(),
);
