import type { out as english } from "../en/out.ts";

export const out: typeof english = {
  title: "Zeichnung",
  hint: "Die Etage, wie sie jetzt gezeichnet ist, maßstäblich. SVG und Druck bleiben in jeder Größe scharf; für ein PDF wähle beim Drucken „Als PDF speichern“.",
  floor: "Etage",
  allFloors: "Alle Etagen",
  scale: "Maßstab des SVG",
  width: "Breite des PNG",
  pixels: (count) => `${count} Pixel`,
  traced: "Mit dem Vorlagebild",
  svg: "Als SVG herunterladen",
  png: "Als PNG herunterladen",
  print: "Drucken oder als PDF speichern",
  notLoaded:
    "Was fürs Papier zeichnet, konnte nicht geladen werden. Versuche es wieder, sobald die Verbindung da ist.",
  noPng: "Für ein so großes Bild hat dieser Browser keinen Platz. Wähle eine kleinere Breite.",
  withImages: "Mit Bildern exportieren",
  withoutImages: (floors) =>
    `Vom Bild von ${floors} steht nur die Adresse in der Datei, weil es nicht gelesen werden konnte.`,
  uploading: (floor) => `Das Bild von ${floor} wird hochgeladen …`,
  ended: "Der Import ist abgebrochen; nichts wurde geändert.",
  noImage: (floor) =>
    `Das Bild von ${floor} in dieser Datei ist beschädigt oder von einer Art, die der Dienst nicht nimmt. Nichts wurde geändert.`,
};
