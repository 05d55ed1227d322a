import type { DrawingWords } from "../../drawing/options.ts";
import { things, types } from "./kinds.ts";

export const drawing: DrawingWords = {
  things,
  types,
  lamp: "Lampe",
  states: {
    on: "activé",
    off: "désactivé",
    open: "ouvert",
    closed: "fermé",
    locked: "verrouillé",
    unlocked: "déverrouillé",
    playing: "en lecture",
    paused: "en pause",
    idle: "inactif",
    heat: "chauffage",
    cleaning: "nettoyage en cours",
    docked: "sur la base",
    unavailable: "indisponible",
    unknown: "inconnu",
  },
  marks: {
    added: "ajout",
    removed: "suppression",
    moved: "déplacement",
    changed: "modification",
  },
};
