import type { PanelsTexts } from "../../i18n/en/panels.ts";

export const tracing: PanelsTexts["tracing"] = {
  intro: "Leg einen Grundriss oder ein Foto davon unter die Zeichnung, und zeichne ihn nach.",
  firstLevel: "Erdgeschoss",
  choose: "Bild wählen …",
  replace: "Anderes Bild wählen …",
  limits: (size) =>
    size === undefined
      ? "PNG, JPEG, WebP oder SVG."
      : `PNG, JPEG, WebP oder SVG, höchstens ${size}.`,
  uploading: (name) => `„${name}“ wird hochgeladen`,
  ended: "Das Hochladen ist beendet; nichts hat sich geändert.",
  move: "An seinen Platz ziehen",
  left: "Linker Rand (m)",
  top: "Oberer Rand (m)",
  width: "Breite (m)",
  opacity: "Deckkraft",
  calibrate: "Nach zwei Punkten skalieren …",
  calibrateHint:
    "Markiere auf der Zeichnung zwei Punkte des Bildes, deren Abstand du kennst, etwa die Enden einer Wand. Mit der Tastatur: Pfeiltasten bewegen das Kreuz, die Eingabetaste setzt einen Punkt.",
  pointsSet: (count) =>
    count === 1 ? "1 von 2 Punkten gesetzt" : `${count} von 2 Punkten gesetzt`,
  measured: (metres) => `Auf der Zeichnung liegen sie ${metres} m auseinander.`,
  trueDistance: "Wahrer Abstand (m)",
  scale: "Bild skalieren",
  removeImage: "Bild entfernen",
  rotation: "Gedreht um (°)",
  quarter: "Um 90° drehen",
  straighten: "An diesen Punkten ausrichten",
  dropHint: "Oder ein Bild auf die Zeichnung ziehen oder einfügen.",
  notWhileUploading: "Es wird gerade ein anderes Bild hochgeladen.",
};
