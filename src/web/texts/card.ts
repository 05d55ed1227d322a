import { card } from "./en/card.ts";
import { drawing } from "./en/drawing.ts";
import { errors } from "./en/errors.ts";
import { live } from "./en/live.ts";
import type { Viewing } from "./languages.ts";
import { speaker } from "./speaker.ts";

/** What the card says. */
export type CardWords = Pick<Viewing, "card" | "drawing" | "errors" | "live">;

/** Speaks for the card. */
export const cardSpeaker = speaker<CardWords>({ card, drawing, errors, live }, ({ viewing }) =>
  viewing(),
);
