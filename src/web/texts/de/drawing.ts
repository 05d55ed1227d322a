import type { DrawingWords } from "../../drawing/options.ts";
import { things, types } from "./kinds.ts";
import { states } from "./states.ts";

export const drawing: DrawingWords = {
  things,
  types,
  lamp: "Lampe",
  states,
  marks: { added: "neu", removed: "entfernt", moved: "verschoben", changed: "geändert" },
};
