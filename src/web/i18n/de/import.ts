import type { ImportDialogTexts } from "../en/import.ts";
import { expectedIn, type ImportingWords } from "../word-types.ts";

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

/** So viele von etwas. */
const countOf = (count: number, one: string, many: string): string =>
  count === 1 ? `1 ${one}` : `${count.toLocaleString("de")} ${many}`;

/** Wo in einer Datei. */
const at = (file: string, place: string): string =>
  place === "" ? file : file === "" ? place : `${file}, ${place}`;

const inWords = expectedIn({
  "an object": "ein Objekt",
  "a list": "eine Liste",
  "a text": "ein Text",
  "a number": "eine Zahl",
  "true or false": "true oder false",
  "a revision": "eine Revision",
});

export const importing: ImportingWords = {
  origins: {
    "fns-floorplan": "der Grundriss-Integration von Home Assistant",
    "houseplan-card": "houseplan-card",
    "sweet-home": "Sweet Home 3D",
  },
  losses: {
    missingImages: (count) =>
      `${countOf(count, "Bild, das der Plan nennt, fehlt", "Bilder, die der Plan nennt, fehlen")} unter den Dateien`,
    unusedImages: (count) =>
      `${countOf(count, "Bild, das keine Etage nennt, bleibt", "Bilder, die keine Etage nennt, bleiben")} weg`,
    unusableImages: (count) =>
      `${countOf(count, "Bild von einem Typ, den der Dienst nicht annimmt, bleibt", "Bilder von einem Typ, den der Dienst nicht annimmt, bleiben")} weg`,
    unusedFiles: (count) =>
      `${countOf(count, "Datei, die nicht dazugehört, bleibt", "Dateien, die nicht dazugehören, bleiben")} weg`,
    looseOpenings: (count) =>
      `${countOf(count, "Tür oder Fenster, zu weit von jeder Wand eines Raums, bleibt", "Türen und Fenster, zu weit von jeder Wand eines Raums, bleiben")} weg`,
    straightWalls: (count) =>
      `${countOf(count, "gebogene Wand wird", "gebogene Wände werden")} gerade`,
    shapes: (count) =>
      `${countOf(count, "gezeichnete Linie oder Form bleibt", "gezeichnete Linien und Formen bleiben")} weg`,
    displaySettings: (count) =>
      `${countOf(count, "Einstellung der Anzeige bleibt", "Einstellungen der Anzeige bleiben")} weg`,
    unreadableRevisions: (count) =>
      `${countOf(count, "früherer Plan, der nicht lesbar ist, bleibt", "frühere Pläne, die nicht lesbar sind, bleiben")} weg`,
    unplacedDevices: (count) =>
      `${countOf(count, "Gerät ohne Platz auf einer Etage bleibt", "Geräte ohne Platz auf einer Etage bleiben")} weg`,
    removedDevices: (count) =>
      `${countOf(count, "Gerät, dort entfernt oder ausgeblendet, bleibt", "Geräte, dort entfernt oder ausgeblendet, bleiben")} weg`,
    deviceBindings: (count) =>
      `${countOf(count, "Gerät steht für ein ganzes Gerät von Home Assistant und braucht", "Geräte stehen für ganze Geräte von Home Assistant und brauchen")} hier eine Entität`,
    deviceDetails: (count) =>
      `${countOf(count, "Gerät verliert", "Geräte verlieren")}, was hier keinen Platz hat, etwa Notizen, Dateien, Plaketten oder Lichtschein`,
    roomSources: (count) =>
      `${countOf(count, "Raum verliert sein messendes Gerät und braucht", "Räume verlieren ihr messendes Gerät und brauchen")} hier eine Entität`,
    openBoundaries: (count) =>
      `${countOf(count, "offene Grenze zwischen Räumen bleibt", "offene Grenzen zwischen Räumen bleiben")} weg`,
    wallThickness: (count) =>
      countOf(
        count,
        "Wand hat eine eigene Dicke, die wegbleibt",
        "Wände haben eine eigene Dicke, die wegbleibt",
      ),
    roundColumns: (count) =>
      `${countOf(count, "runde Säule wird", "runde Säulen werden")} quadratisch`,
    unknownFurniture: (count) =>
      `${countOf(count, "Möbelstück einer hier unbekannten Art wird", "Möbelstücke hier unbekannter Art werden")} als einfacher Kasten gezeichnet`,
    hiddenFurniture: (count) =>
      `${countOf(count, "ausgeblendetes Möbelstück bleibt", "ausgeblendete Möbelstücke bleiben")} weg`,
    models: (count) => `${countOf(count, "3D-Modell bleibt", "3D-Modelle bleiben")} weg`,
    materials: (count) =>
      `${countOf(count, "Material, Textur oder Farbe bleibt", "Materialien, Texturen und Farben bleiben")} weg`,
    heights: (count) =>
      `${countOf(count, "Höhe über dem Boden bleibt", "Höhen über dem Boden bleiben")} weg`,
    cameras: (count) => `${countOf(count, "Standpunkt bleibt", "Standpunkte bleiben")} weg`,
    lightSources: (count) =>
      `${countOf(count, "Lichtquelle in Lampen bleibt", "Lichtquellen in Lampen bleiben")} weg`,
    nestedGroups: (count) =>
      `${countOf(count, "Gruppe in einer Gruppe geht", "Gruppen in Gruppen gehen")} in der äußeren auf`,
    hiddenLevels: (count) =>
      `${countOf(count, "dort ausgeblendete Etage wird", "dort ausgeblendete Etagen werden")} gezeigt`,
    openEdges: (count) =>
      `${countOf(count, "Kante eines Raums ohne Wand dahinter wird", "Kanten von Räumen ohne Wand dahinter werden")} hier eine Wand`,
    degenerateRooms: (count) =>
      `${countOf(count, "Raum ohne drei Ecken bleibt", "Räume ohne drei Ecken bleiben")} weg`,
    properties: (count) =>
      `${countOf(count, "weitere Einstellung der Datei bleibt", "weitere Einstellungen der Datei bleiben")} weg`,
  },
  refusals: {
    noFiles: () => "Es wurde keine Datei gegeben.",
    unknownFormat: (file) =>
      file === ""
        ? "Diese Dateien haben kein Format, das sich importieren lässt."
        : `${file} hat kein Format, das sich importieren lässt.`,
    severalPlans: (file) => `${file} ist ein zweiter Plan; importiere einen nach dem anderen.`,
    missingPart: (file, { expected }) => `In ${file} fehlt ${expected}.`,
    binaryHome: (file) =>
      `${file} enthält das Haus nur in binärer Form. Wähle in den Einstellungen von Sweet Home 3D, Häuser im XML-Format zu speichern, speichere das Haus neu, und importiere diese Datei.`,
    newerVersion: (file, { place }) =>
      `${file} hat eine neuere Version, als sich importieren lässt (${place}).`,
    limit: (file, { limit, most, place }) =>
      `${at(file, place)}: mehr, als ${limit} erlaubt, nämlich ${most.toLocaleString("de")}.`,
    damagedArchive: (file, { place }) => `${at(file, place)}: Das Archiv ist beschädigt.`,
    encryptedArchive: (file, { place }) => `${at(file, place)}: Das Archiv ist verschlüsselt.`,
    unusualArchive: (file, { place }) =>
      `${at(file, place)}: Im Archiv teilen sich zwei Einträge Bytes oder einen Namen.`,
    damagedText: (file) => `${file} ist kein Text in UTF-8.`,
    damagedJson: (file) => `${file} ist kein vollständiges JSON.`,
    damagedXml: (file, { place }) => `${at(file, place)}: Das ist kein wohlgeformtes XML.`,
    declaredEntities: (file, { place }) =>
      `${at(file, place)}: XML, das eigene Typen oder Entitäten deklariert, wird nicht gelesen.`,
    forbiddenKey: (file, { place }) => `${at(file, place)}: So darf kein Feld heißen.`,
    wrongType: (file, { place, expected }) =>
      `${at(file, place)}: Erwartet wird ${inWords(expected)}.`,
    badNumber: (file, { place }) =>
      `${at(file, place)}: Das ist keine Zahl, die ein Plan haben kann.`,
    badText: (file, { place }) => `${at(file, place)}: Dieser Text hat Steuerzeichen.`,
    duplicateId: (file, { place }) => `${at(file, place)}: Etwas anderes hat dieselbe Kennung.`,
    unknownReference: (file, { place, expected }) =>
      `${at(file, place)}: Das nennt ${expected}, was es nicht gibt.`,
    circle: (file, { place }) => `${at(file, place)}: Dinge verweisen im Kreis aufeinander.`,
  },
};
