import type { DrawingWords } from "../../renderer/options.ts";
import { things, types } from "../../i18n/en/kinds.ts";
import { states } from "./states.ts";

export const drawing: DrawingWords = {
  things,
  types,
  lamp: "Lamp",
  states,
  marks: { added: "added", removed: "removed", moved: "moved", changed: "changed" },
};
