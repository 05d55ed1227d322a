import type { DrawingWords } from "../../drawing/options.ts";
import { things, types } from "./kinds.ts";
import { states } from "./states.ts";

export const drawing: DrawingWords = {
  things,
  types,
  lamp: "Lamp",
  states,
  marks: { added: "added", removed: "removed", moved: "moved", changed: "changed" },
};
