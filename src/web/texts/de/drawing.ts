import type { DrawingWords } from "../../renderer/options.ts";
import { things, types } from "../../i18n/de/kinds.ts";
import { states } from "./states.ts";

export const drawing: DrawingWords = {
  things,
  types,
  lamp: "Lampe",
  states,
  marks: { added: "neu", removed: "entfernt", moved: "verschoben", changed: "geändert" },
};
