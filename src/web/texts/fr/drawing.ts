import type { DrawingWords } from "../../renderer/options.ts";
import { things, types } from "../../i18n/fr/kinds.ts";
import { states } from "./states.ts";

export const drawing: DrawingWords = {
  things,
  types,
  lamp: "Lampe",
  states,
  marks: {
    added: "ajout",
    removed: "suppression",
    moved: "déplacement",
    changed: "modification",
  },
};
