import type { DrawingWords } from "../../drawing/options.ts";
import { things, types } from "./kinds.ts";

export const drawing: DrawingWords = {
  things,
  types,
  lamp: "Lamp",
  states: {
    on: "on",
    off: "off",
    open: "open",
    closed: "closed",
    locked: "locked",
    unlocked: "unlocked",
    playing: "playing",
    paused: "paused",
    idle: "idle",
    heat: "heating",
    cleaning: "cleaning",
    docked: "docked",
    unavailable: "unavailable",
    unknown: "unknown",
  },
  marks: { added: "added", removed: "removed", moved: "moved", changed: "changed" },
};
