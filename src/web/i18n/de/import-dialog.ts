import type { ImportDialogTexts } from "../en/import-dialog.ts";

const some = (count: number, one: string, many: string): string =>
  `${count.toLocaleString("de")} ${count === 1 ? one : many}`;

export const importDialog: ImportDialogTexts = {
  title: "Importieren",
  reading: "Die Dateien werden gelesen …",
  from: (origin) => `Ein Plan von ${origin}`,
  comes: "Was übernommen wird",
  floors: ({ floors }) => some(floors, "Etage", "Etagen"),
  rooms: ({ rooms }) => some(rooms, "Raum", "Räume"),
  openings: ({ openings }) => some(openings, "Tür oder Fenster", "Türen und Fenster"),
  pieces: ({ pieces }) => some(pieces, "Ding", "Dinge"),
  images: ({ images }) => some(images, "Vorlagebild", "Vorlagebilder"),
  earlier: (count) =>
    `${some(count, "früherer Plan", "frühere Pläne")} der Dateien ${count === 1 ? "bleibt" : "bleiben"} zurück: „floorplan import --data“ nimmt ${count === 1 ? "ihn" : "sie"} in ein neues Zuhause mit.`,
  lost: "Was verloren geht oder anders wird",
  nothingLost: "Nichts geht verloren.",
  named: (names, more) =>
    more === 0 ? names : `${names} und ${more.toLocaleString("de")} weitere`,
  reaches: "Was er in deinem Zuhause tut",
  judge:
    "Sieh das durch, bevor du einen Plan von jemand anderem übernimmst: Was eine Berührung tut, geschieht mit den Rechten dessen, der berührt.",
  actions: (count) => some(count, "Aktion beim Berühren", "Aktionen beim Berühren"),
  addresses: (count) => some(count, "fremde Adresse", "fremde Adressen"),
  templates: (count) => some(count, "Vorlage für Home Assistant", "Vorlagen für Home Assistant"),
  further: (count) =>
    `und ${count.toLocaleString("de")} weitere; „floorplan import DATEI --preview“ nennt alle.`,
  combined: (most) =>
    `Weitere Aktionen sind möglich: Ein Ding hat Regeln, die sich auf mehr als ${most} Arten verbinden.`,
  drawing: "Vorschau",
  unsaved: "Nichts ist gespeichert, bevor du speicherst, und „Rückgängig“ nimmt alles zurück.",
  take: "Importieren",
  replace: "Den Plan ersetzen",
  add: "Als Etagen hinzufügen",
  cancel: "Abbrechen",
  close: "Schließen",
  others: "Andere Dateien wählen …",
  unreadable: (name) =>
    `„${name}“ kann nicht gelesen werden. Von einem Ordner wähle die Dateien darin.`,
  uploading: (floor) => `Das Bild von ${floor} wird hochgeladen …`,
  ended: "Der Import ist beendet; nichts wurde geändert.",
};
