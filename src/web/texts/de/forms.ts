import type { FormsTexts } from "../en/forms.ts";

export const forms: FormsTexts = {
  noLength: "Das ist keine Länge: Schreib 5,2, 520 cm oder 17' 6\".",
  noNumber: "Das ist keine Zahl.",
  heldBack: (text) => `„${text}“ ist nicht zu lesen und darum noch nicht gespeichert.`,
  imageNoPlan: (name) =>
    `„${name}“ ist ein Bild: Zum Nachzeichnen lade es unter „Vorlage“ hoch. Eine Plandatei ist, was „Plan exportieren“ schreibt.`,
  noPlanFile: (name) =>
    `„${name}“ ist keine Plandatei: Das ist das JSON, das „Plan exportieren“ schreibt.`,
  notApplied: "Dieser Text ist noch nicht angewendet; Speichern wendet ihn an.",
  icons: {
    list: "Symbole",
    loading: "Die Namen der Symbole werden geladen…",
    none: "Kein Symbol gefunden. Ihre Namen sind englisch, etwa lamp oder bed.",
    found: (count) => (count === 1 ? "1 Symbol" : `${count} Symbole`),
  },
  now: {
    applies: "Gilt jetzt.",
    appliesNot: "Gilt jetzt nicht.",
    holds: "Erfüllt.",
    holdsNot: "Nicht erfüllt.",
    holdsAs: (value) => `Erfüllt: ist ${value}.`,
    holdsNotAs: (value) => `Nicht erfüllt: ist ${value}.`,
    noState: "Nicht erfüllt: Darüber ist nichts bekannt.",
    template: "Das rechnet Home Assistant aus; hier wird es nicht geprüft.",
  },
  oneOf: (number) => `Möglichkeit ${number}`,
  pieces: { search: "Suchen", none: "So heißt nichts." },
  completions: "Was hier stehen kann",
  yamlHeldBack: "Der YAML-Text lässt sich nicht anwenden und ist darum noch nicht gespeichert.",
};
