import type { LayerFormTexts } from "../en/layers.ts";

export const layerForm: LayerFormTexts = {
  explained:
    "Eine Ebene ist ein Teil dessen, was auf dem Plan steht, den man ein- und ausschaltet, etwa die Lampen. Hier im Editor ist alles zu sehen. Sie verbirgt nichts vor Leuten, die den Plan lesen dürfen.",
  none: "Es gibt noch keine Ebenen.",
  add: "Ebene hinzufügen",
  removeOne: "Diese Ebene entfernen",
  newName: (number) => `Ebene ${number}`,
  name: "Name",
  hidden: "Aus, bis jemand sie einschaltet",
  shows: "Was sie zeigt",
  showsHint:
    "Einzelne Elemente legst du über ihre Eigenschaften hinein; sie sind dann in keiner anderen.",
  lists: {
    furniture: "Möbel",
    devices: "Geräte",
    sensors: "Sensoren",
    texts: "Texte",
    dimensions: "Maße",
    labels: "Namen der Räume",
    positions: "Positionen der Tracker",
    zones: "Zonen",
  },
  domains: "Entitäten dieser Domains",
  for: "Wer sie sieht",
  everybody: "Nichts angekreuzt: alle.",
  rights: {
    admin: "Wer zeichnen darf",
    control: "Wer das Haus steuern darf",
    viewer: "Wer beides nicht darf",
  },
  from: "Zu sehen ab (Pixel pro Meter)",
  to: "Zu sehen unter (Pixel pro Meter)",
  zoomHint:
    "Auf einem Telefon hat eine 10 m breite Wohnung etwa 35, ein Raum, der den Bildschirm füllt, etwa 90.",
  noScale: "Gib eine Zahl ab 0 ein.",
  assign: (count) => `Auswahl hineinlegen (${count})`,
  selectAll: (count) => `Hineingelegtes auswählen (${count})`,
  hiddenState: "zuerst aus",
};
