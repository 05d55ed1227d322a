import { card as cardDe } from "./de/card.ts";
import { drawing as drawingDe } from "./de/drawing.ts";
import { errors as errorsDe } from "./de/errors.ts";
import { card } from "./en/card.ts";
import { drawing } from "./en/drawing.ts";
import { errors } from "./en/errors.ts";
import { choose } from "./choose.ts";

/** What the card says. It has a list of its own, so that its module does not carry the editor's words. */
export const cardTexts = choose(
  { card, drawing, errors },
  { card: cardDe, drawing: drawingDe, errors: errorsDe },
);
