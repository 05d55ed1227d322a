import { exportDialog as english, sheet as englishSheet } from "../en/drawing-files.ts";

export const exportDialog: typeof english = {
  title: "Export",
  hint: "Die Etage, wie sie jetzt gezeichnet ist, maßstäblich. SVG und Druck bleiben in jeder Größe scharf; für ein PDF wähle beim Drucken „Als PDF speichern“. DXF ist für CAD-Programme. GLB ist ein Modell für 3D-Programme.",
  floor: "Etage",
  allFloors: "Alle Etagen",
  layout: "Aufbau",
  layouts: { sheet: "Blatt mit Titel, Flächen und Maßen", alone: "Nur die Zeichnung" },
  sheetTitle: "Titel",
  paper: "Papier",
  orientation: "Ausrichtung",
  orientations: { auto: "Automatisch", portrait: "Hochformat", landscape: "Querformat" },
  largest: "So groß, wie es passt",
  tooLarge: (wanted, paper, drawn) =>
    `In ${wanted} passt die Etage nicht auf ${paper}; sie wurde in ${drawn} gezeichnet.`,
  scale: "Maßstab auf Papier",
  width: "Breite des PNG",
  pixels: (count) => `${count} Pixel`,
  traced: "Mit Hintergrundbild",
  svg: "Als SVG herunterladen",
  png: "Als PNG herunterladen",
  dxf: "Als DXF herunterladen",
  glb: "Als GLB herunterladen",
  print: "Drucken oder als PDF speichern",
  notLoaded:
    "Der Export konnte nicht geladen werden. Versuche es noch einmal, sobald die Verbindung wieder da ist.",
  noPng: "Dieser Browser kann kein so großes Bild erzeugen. Wähle eine kleinere Breite.",
  withImages: "Mit Bildern exportieren",
  withoutImages: (floors) =>
    `Das Bild von ${floors} konnte nicht gelesen werden: In der Datei steht nur seine Adresse.`,
  uploading: (floor) => `Das Bild von ${floor} wird hochgeladen …`,
  ended: "Import abgebrochen; es wurde nichts geändert.",
  noImage: (floor) =>
    `Das Bild von ${floor} in dieser Datei ist beschädigt oder von einem Typ, den der Server nicht annimmt. Es wurde nichts geändert.`,
};

export const sheet: typeof englishSheet = {
  plan: "Grundriss",
  scale: "Maßstab",
  paper: "Papier",
  date: "Datum",
  sheet: "Blatt",
  sheetOf: (number, all) => `${number} von ${all}`,
  north: "N",
  note: "Flächen zwischen den Wänden. Maße in Metern, bis zu den Außenseiten und zur Mitte der Innenwände.",
  table: {
    room: "Raum",
    area: "Fläche",
    sum: "Fläche der Etage",
    allFloors: "Alle Etagen",
    outdoors: "Außen, nicht enthalten",
    onSheet: (number) => `Räume: siehe Blatt ${number}`,
  },
};
