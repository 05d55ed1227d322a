import type { DrawingWords } from "../../drawing/options.ts";
import { things, types } from "./kinds.ts";

export const drawing: DrawingWords = {
  things,
  types,
  lamp: "Lampe",
  states: {
    on: "an",
    off: "aus",
    open: "offen",
    closed: "geschlossen",
    locked: "abgeschlossen",
    unlocked: "aufgeschlossen",
    playing: "spielt",
    paused: "angehalten",
    idle: "bereit",
    heat: "heizt",
    cleaning: "saugt",
    docked: "in der Station",
    unavailable: "nicht erreichbar",
    unknown: "unbekannt",
  },
  marks: { added: "neu", removed: "entfernt", moved: "verschoben", changed: "geändert" },
};
