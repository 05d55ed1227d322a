import { pluralIn } from "../word-types.ts";
import type { MeasuresTexts } from "../en/measures.ts";

const counted = pluralIn("de");

export const measures: MeasuresTexts = {
  modes: { inner: "Innenmaße", centre: "Achsmaße" },
  chosen: {
    inner: "Längen und Flächen gelten von Wandfläche zu Wandfläche.",
    centre: "Längen und Flächen gelten von Wandmitte zu Wandmitte.",
  },
  outerWalls: {
    modes: { full: "Außenwände: volle Dicke", thin: "Außenwände: dünn" },
    chosen: {
      full: "Über dem Bild werden Außenwände in voller Dicke gezeichnet.",
      thin: "Über dem Bild werden Außenwände so dünn wie Innenwände gezeichnet.",
    },
  },
  finish: {
    modes: { materials: "Materialien", plain: "Schlichte Farben" },
    chosen: {
      materials: "Böden, Wände und Möbel werden in ihren Materialien gezeichnet.",
      plain: "Alles wird in schlichten Farben gezeichnet.",
    },
  },
  ruler: "Maßband",
  rulerHint: {
    mouse: "Klick auf ein Ende dessen, was du messen willst. Gezeichnet wird nichts.",
    touch: "Tipp auf ein Ende dessen, was du messen willst. Gezeichnet wird nichts.",
  },
  measured: (length, x, z) => `${length} (${x} waagerecht, ${z} senkrecht).`,
  area: (metres) => `${metres} m²`,
  width: "Breite",
  depth: "Tiefe",
  length: "Länge",
  wall: (number) => `Länge von Wand ${number}`,
  ends: ["Abstand zu einem Ende der Wand", "Abstand zum anderen Ende der Wand"],
  directions: {
    left: "Abstand nach links",
    right: "Abstand nach rechts",
    up: "Abstand nach oben",
    down: "Abstand nach unten",
  },
  sides: {
    legend: "Ende, das sich bewegt",
    flat: { first: "Links", last: "Rechts" },
    upright: { first: "Oben", last: "Unten" },
  },
  overlap: (metres) => `Überschneidung ${metres}`,
  fromWalls: { left: "Von der linken Wand (m)", up: "Von der oberen Wand (m)" },
  fromOrigin: { up: "Von oben (m)", right: "Von rechts (m)" },
  size: {
    title: "Größe",
    width: "Breite (m)",
    depth: "Tiefe (m)",
    area: "Fläche (m²)",
    areaHint: "Eine eingegebene Fläche ändert die Breite.",
    bent: "Dieser Raum ist kein Rechteck: Gib die Längen seiner Wände in der Zeichnung ein.",
    noArea: "Das ist keine Fläche. Versuche 12,5.",
  },
  behind: {
    legend: "Räume dahinter",
    move: "Mitrücken",
    resize: "Größe ändern",
  },
  effects: {
    moves: (rooms, metres) => `Rückt um ${metres} mit: ${rooms}.`,
    resizes: (rooms) => `Andere Größe: ${rooms}.`,
    moved: (rooms, metres) => `Um ${metres} mitgerückt: ${rooms}.`,
    resized: (rooms) => `Größe geändert: ${rooms}.`,
    carries: (items) => `Rückt mit der Wand: ${items}.`,
    carried: (items) => `Mit der Wand gerückt: ${items}.`,
    stuck: (items) => `Bleibt in einer Wand: ${items}.`,
    more: (count) => counted(count, "# weiteres", "# weitere"),
  },
  change: (label, metres) => `${label}: ${metres}. Ändern`,
  type: "Länge eingeben",
  typing: {
    mouse: "Gib eine Zahl ein, um die Länge festzulegen.",
    touch: "Für eine genaue Länge tipp auf „Länge eingeben“.",
  },
  noLength: "Das ist keine Länge. Versuche 5,20, 520 cm oder 17' 6\".",
  noFit: "Für diese Länge ist hier kein Platz.",
  taken: (name) => `Eine andere Öffnung ist im Weg: ${name}.`,
};
