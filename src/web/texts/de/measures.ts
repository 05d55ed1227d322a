import type { MeasuresTexts } from "../en/measures.ts";

export const measures: MeasuresTexts = {
  sorts: { inner: "Innenmaße", centre: "Achsmaße" },
  chosen: {
    inner: "Längen und Flächen gelten von einer Wandfläche zur anderen.",
    centre: "Längen und Flächen gelten von einer Wandmitte zur anderen.",
  },
  ruler: "Maßband",
  rulerHint: "Klick auf ein Ende dessen, was du wissen willst. Gezeichnet wird nichts.",
  measured: (length, x, z) => `${length}; ${x} quer, ${z} auf oder ab.`,
  area: (metres) => `${metres} m²`,
  width: "Breite",
  depth: "Tiefe",
  length: "Länge",
  wall: (number) => `Länge von Wand ${number}`,
  ends: ["Abstand zu einem Ende der Wand", "Abstand zum anderen Ende der Wand"],
  ways: {
    left: "Abstand nach links",
    right: "Abstand nach rechts",
    up: "Abstand nach oben",
    down: "Abstand nach unten",
  },
  moves: "Das rechte oder untere Ende bewegt sich.",
  change: (label, metres) => `${label}: ${metres}. Ändern`,
  type: "Länge eingeben",
  typing: "Eine Zahl legt jetzt die Länge fest.",
  noLength: "Das ist keine Länge. Versuch 5,20, 520 cm oder 17'.",
  noFit: "Für diese Länge ist hier kein Platz.",
  taken: (name) => `Dort ist eine andere Öffnung im Weg: ${name}.`,
};
