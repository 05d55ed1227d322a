import type { ImportDialogTexts } from "../en/import.ts";
import { expectedIn, type ImportingWords } from "../word-types.ts";
import { pluralIn } from "../word-types.ts";

const counted = pluralIn("de");

export const importDialog: ImportDialogTexts = {
  title: "Importieren",
  reading: "Die Dateien werden gelesen …",
  from: (origin) => `Ein Plan von ${origin}`,
  comes: "Wird importiert",
  floors: ({ floors }) => counted(floors, "# Etage", "# Etagen"),
  rooms: ({ rooms }) => counted(rooms, "# Raum", "# Räume"),
  openings: ({ openings }) => counted(openings, "# Tür oder Fenster", "# Türen und Fenster"),
  pieces: ({ pieces }) => counted(pieces, "# Element", "# Elemente"),
  images: ({ images }) => counted(images, "# Hintergrundbild", "# Hintergrundbilder"),
  plans: (count) => counted(count, "# früherer Plan", "# frühere Pläne"),
  earlier: (count) =>
    counted(
      count,
      "# früherer Plan in den Dateien wird ausgelassen: „floorplan import --data“ importiert ihn in ein neues Zuhause.",
      "# frühere Pläne in den Dateien werden ausgelassen: „floorplan import --data“ importiert sie in ein neues Zuhause.",
    ),
  lost: "Wird nicht importiert oder ändert sich",
  nothingLost: "Alles wird importiert.",
  named: (names, more) =>
    more === 0 ? names : `${names} und ${more.toLocaleString("de")} weitere`,
  reaches: "Was er in deinem Zuhause tun kann",
  judge:
    "Prüfe das, bevor du einen Plan von jemand anderem importierst: Seine Aktionen laufen mit den Rechten der Person, die tippt.",
  actions: (count) => counted(count, "# Aktion beim Tippen", "# Aktionen beim Tippen"),
  addresses: (count) => counted(count, "# externe Adresse", "# externe Adressen"),
  templates: (count) =>
    counted(count, "# Vorlage für Home Assistant", "# Vorlagen für Home Assistant"),
  further: (count) =>
    `und ${count.toLocaleString("de")} weitere; „floorplan import DATEI --preview“ nennt alle.`,
  combined: (most) =>
    `Weitere Aktionen sind möglich: Ein Element hat Regeln, die sich auf mehr als ${most} Arten kombinieren lassen.`,
  drawing: "Vorschau",
  unsaved: "Gespeichert wird erst, wenn du speicherst, und „Rückgängig“ nimmt den Import zurück.",
  take: "Importieren",
  replace: "Plan ersetzen",
  add: "Als Etagen hinzufügen",
  cancel: "Abbrechen",
  close: "Schließen",
  others: "Andere Dateien wählen …",
  unreachable:
    "Das Programm zum Lesen der Dateien konnte nicht geladen werden. Versuch es noch einmal, wenn die Verbindung wieder da ist.",
  noWebgl:
    "Dieser Browser kann keine 3D-Modelle zeichnen: WebGL fehlt oder ist ausgeschaltet. Wähle stattdessen ein Bild des Plans.",
  crashed:
    "Das Lesen ist mit einem Fehler abgebrochen: Vielleicht brauchen die Dateien mehr Speicher, als dieser Browser hat. Es wurde nichts importiert.",
  unreadable: (name) =>
    `„${name}“ kann nicht gelesen werden. Wähle statt eines Ordners die Dateien darin.`,
  uploading: (floor) => `Das Bild von ${floor} wird hochgeladen …`,
  ended: "Import abgebrochen; es wurde nichts geändert.",
};

/** A file and a place in it. */
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
  names: {
    room: "Raum",
    floor: "Erdgeschoss",
    sections: {
      livingRoom: "Wohnzimmer",
      bedroom: "Schlafzimmer",
      bathroom: "Bad",
      kitchen: "Küche",
      diningRoom: "Esszimmer",
    },
  },
  losses: {
    missingImages: (count) =>
      counted(
        count,
        "# Bild, das der Plan nennt, fehlt unter den Dateien",
        "# Bilder, die der Plan nennt, fehlen unter den Dateien",
      ),
    unusedImages: (count) =>
      counted(
        count,
        "# Bild, das keine Etage nennt, wird ausgelassen",
        "# Bilder, die keine Etage nennt, werden ausgelassen",
      ),
    unusableImages: (count) =>
      counted(
        count,
        "# Bild von einem Typ, den der Server nicht annimmt, wird ausgelassen",
        "# Bilder von einem Typ, den der Server nicht annimmt, werden ausgelassen",
      ),
    unusedFiles: (count) =>
      counted(
        count,
        "# Datei, die nicht dazugehört, wird ausgelassen",
        "# Dateien, die nicht dazugehören, werden ausgelassen",
      ),
    looseOpenings: (count) =>
      counted(
        count,
        "# Tür oder Fenster, zu weit von jeder Wand, wird ausgelassen",
        "# Türen und Fenster, zu weit von jeder Wand, werden ausgelassen",
      ),
    straightWalls: (count) =>
      counted(count, "# runde Wand wird eine Reihe gerader", "# runde Wände werden Reihen gerader"),
    shapes: (count) =>
      counted(
        count,
        "# gezeichnete Linie oder Form wird ausgelassen",
        "# gezeichnete Linien und Formen werden ausgelassen",
      ),
    displaySettings: (count) =>
      counted(
        count,
        "# Einstellung der Anzeige wird ausgelassen",
        "# Einstellungen der Anzeige werden ausgelassen",
      ),
    unreadableRevisions: (count) =>
      counted(
        count,
        "# früherer Plan, der nicht lesbar ist, wird ausgelassen",
        "# frühere Pläne, die nicht lesbar sind, werden ausgelassen",
      ),
    unplacedDevices: (count) =>
      counted(
        count,
        "# Gerät ohne Platz auf einer Etage wird ausgelassen",
        "# Geräte ohne Platz auf einer Etage werden ausgelassen",
      ),
    removedDevices: (count) =>
      counted(
        count,
        "# Gerät, dort entfernt oder ausgeblendet, wird ausgelassen",
        "# Geräte, dort entfernt oder ausgeblendet, werden ausgelassen",
      ),
    deviceBindings: (count) =>
      counted(
        count,
        "# Gerät steht für ein ganzes Gerät von Home Assistant und braucht hier eine Entität",
        "# Geräte stehen für ganze Geräte von Home Assistant und brauchen hier eine Entität",
      ),
    deviceDetails: (count) =>
      counted(
        count,
        "# Gerät verliert, was hier keinen Platz hat, etwa Notizen, Dateien, Plaketten oder Lichtschein",
        "# Geräte verlieren, was hier keinen Platz hat, etwa Notizen, Dateien, Plaketten oder Lichtschein",
      ),
    roomSources: (count) =>
      counted(
        count,
        "# Raum verliert sein messendes Gerät und braucht hier eine Entität",
        "# Räume verlieren ihr messendes Gerät und brauchen hier eine Entität",
      ),
    openBoundaries: (count) =>
      counted(
        count,
        "# offene Grenze zwischen Räumen wird ausgelassen",
        "# offene Grenzen zwischen Räumen werden ausgelassen",
      ),
    wallThickness: (count) =>
      counted(
        count,
        "# Wand hat eine eigene Dicke, die ausgelassen wird",
        "# Wände haben eine eigene Dicke, die ausgelassen wird",
      ),
    roundColumns: (count) =>
      counted(count, "# runde Säule wird quadratisch", "# runde Säulen werden quadratisch"),
    unknownFurniture: (count) =>
      counted(
        count,
        "# Möbelstück einer hier unbekannten Art wird als einfacher Kasten gezeichnet",
        "# Möbelstücke hier unbekannter Art werden als einfacher Kasten gezeichnet",
      ),
    hiddenFurniture: (count) =>
      counted(
        count,
        "# ausgeblendetes Möbelstück wird ausgelassen",
        "# ausgeblendete Möbelstücke werden ausgelassen",
      ),
    models: (count) =>
      counted(
        count,
        "# 3D-Modell mit seiner Höhe wird ausgelassen",
        "# 3D-Modelle mit ihren Höhen werden ausgelassen",
      ),
    mirrored: (count) =>
      counted(
        count,
        "# gespiegeltes Möbelstück wird ungespiegelt gezeichnet",
        "# gespiegelte Möbelstücke werden ungespiegelt gezeichnet",
      ),
    tilted: (count) =>
      counted(
        count,
        "# gekipptes Möbelstück wird aufrecht gezeichnet",
        "# gekippte Möbelstücke werden aufrecht gezeichnet",
      ),
    notes: (count) =>
      counted(
        count,
        "# Möbelstück verliert Preis oder Beschreibung",
        "# Möbelstücke verlieren Preise oder Beschreibungen",
      ),
    labelStyles: (count) =>
      counted(
        count,
        "# Beschriftung verliert Winkel, Umriss oder Schrift",
        "# Beschriftungen verlieren Winkel, Umriss oder Schrift",
      ),
    materials: (count) =>
      counted(
        count,
        "# Material, Textur oder Farbe wird ausgelassen",
        "# Materialien, Texturen und Farben werden ausgelassen",
      ),
    heights: (count) =>
      counted(
        count,
        "# Höhe über dem Boden wird ausgelassen",
        "# Höhen über dem Boden werden ausgelassen",
      ),
    floorHeights: (count) =>
      counted(
        count,
        "# Etage verliert Höhe und Höhenlage",
        "# Etagen verlieren Höhe und Höhenlage",
      ),
    wallHeights: (count) =>
      counted(count, "# Wand verliert ihre eigene Höhe", "# Wände verlieren ihre eigene Höhe"),
    cameras: (count) =>
      counted(count, "# Standpunkt wird ausgelassen", "# Standpunkte werden ausgelassen"),
    lightSources: (count) =>
      counted(
        count,
        "# Lichtquelle in Lampen wird ausgelassen",
        "# Lichtquellen in Lampen werden ausgelassen",
      ),
    nestedGroups: (count) =>
      counted(
        count,
        "# Gruppe in einer Gruppe geht in der äußeren auf",
        "# Gruppen in Gruppen gehen in der äußeren auf",
      ),
    hiddenLevels: (count) =>
      counted(
        count,
        "# dort ausgeblendete Etage wird gezeigt",
        "# dort ausgeblendete Etagen werden gezeigt",
      ),
    degenerateRooms: (count) =>
      counted(
        count,
        "# Raum ohne drei Ecken wird ausgelassen",
        "# Räume ohne drei Ecken werden ausgelassen",
      ),
    properties: (count) =>
      counted(
        count,
        "# weitere Eigenschaft der Datei wird ausgelassen",
        "# weitere Eigenschaften der Datei werden ausgelassen",
      ),
    unsure: (count) =>
      counted(
        count,
        "# Wand, Öffnung oder Stück wurde nur unsicher erkannt: Prüfe es",
        "# Wände, Öffnungen oder Stücke wurden nur unsicher erkannt: Prüfe sie",
      ),
    pieceDetails: (count) =>
      counted(
        count,
        "# Stück verliert Einzelheiten, etwa die Form von Lehne oder Beinen",
        "# Stücke verlieren Einzelheiten, etwa die Form von Lehnen oder Beinen",
      ),
    roomsApart: (count) =>
      counted(
        count,
        "# Raum steht abseits der anderen, wie gescannt: Schieb ihn an seinen Platz",
        "# Räume stehen abseits der anderen, wie gescannt: Schieb sie an ihren Platz",
      ),
    guessedUnits: (count) =>
      counted(
        count,
        "# Einheit steht nicht in der Zeichnung und wurde nach ihrer Größe geschätzt",
        "# Einheiten stehen nicht in der Zeichnung und wurden nach ihrer Größe geschätzt",
      ),
    movedToOrigin: (count) =>
      counted(
        count,
        "# Plan in Vermessungskoordinaten wurde zum Nullpunkt verschoben",
        "# Pläne in Vermessungskoordinaten wurden zum Nullpunkt verschoben",
      ),
    unknownBlocks: (count) =>
      counted(
        count,
        "# Block unbekannter Art wird ausgelassen",
        "# Blöcke unbekannter Art werden ausgelassen",
      ),
    buildingParts: (count) =>
      counted(
        count,
        "# Bauteil hat in einem Grundriss keinen Platz und wird ausgelassen",
        "# Bauteile haben in einem Grundriss keinen Platz und werden ausgelassen",
      ),
    shapeless: (count) =>
      counted(
        count,
        "# Teil ohne lesbare Form wird ausgelassen",
        "# Teile ohne lesbare Form werden ausgelassen",
      ),
    emptyFloors: (count) =>
      counted(
        count,
        "# Stockwerk, auf dem nichts ist, wird ausgelassen",
        "# Stockwerke, auf denen nichts ist, werden ausgelassen",
      ),
  },
  refusals: {
    damagedModel: (file, { place }) => `${at(file, place)}: Das Modell ist beschädigt.`,
    compressedModel: (file, { expected }) =>
      `${file} ist mit ${expected} gepackt. Exportiere es ohne Kompression und wähle das.`,
    unknownExtension: (file, { expected }) =>
      `${file} braucht ${expected}, was nicht unterstützt wird. Exportiere es ohne und wähle das.`,
    externalFile: (file, { place }) =>
      `${at(file, place)}: Ein Teil des Modells liegt in einer anderen Datei. Exportiere es als eine Datei (GLB) und wähle diese.`,
    unknownTexture: (file, { place }) =>
      `${at(file, place)}: Eine Textur ist weder PNG noch JPEG noch WebP.`,
    emptyModel: (file) => `${file} enthält nichts, was sich zeichnen lässt.`,
    binaryDrawing: (file) =>
      `${file} ist eine Zeichnung in binärer Form oder eine DWG. Speichere sie als DXF in Textform (ASCII), und importiere diese.`,
    damagedDrawing: (file, { place }) =>
      `${at(file, place)}: Erwartet wird ein Gruppencode, wie ihn DXF in jeder zweiten Zeile hat.`,
    unknownUnits: (file) =>
      `${file} nennt keine Einheiten und ist mit keiner davon so groß wie ein Haus. Setze die Einheiten (INSUNITS), und speichere die Zeichnung noch einmal.`,
    damagedStep: (file, { place }) =>
      `${at(file, place)}: Das ist kein vollständiges IFC in Textform (ISO 10303-21).`,
    lengthUnit: (file) => `${file} nennt keine Längeneinheit.`,
    emptyBuilding: (file) =>
      `${file} hat weder Wände noch Räume, aus denen Stockwerke werden könnten. Exportiere die Architektur des Gebäudes, nicht nur das Tragwerk oder die Leitungen.`,
    noWalls: (file) => `${file} enthält keine Linien, die Wände sein könnten.`,
    noFiles: () => "Es wurde keine Datei angegeben.",
    unknownFormat: (file) =>
      file === ""
        ? "Diese Dateien haben kein Format, das sich importieren lässt."
        : `${file} hat kein Format, das sich importieren lässt.`,
    severalPlans: (file) => `${file} ist ein zweiter Plan; importiere einen nach dem anderen.`,
    missingPart: (file, { expected }) => `In ${file} fehlt ${expected}.`,
    binaryHome: (file) =>
      `${file} stammt von einer alten Version von Sweet Home 3D und enthält keine Home.xml. Öffne die Datei in Sweet Home 3D 5.3 oder neuer, speichere sie einmal, und importiere sie dann.`,
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
    forbiddenKey: (file, { place }) => `${at(file, place)}: Dieser Feldname ist nicht erlaubt.`,
    wrongType: (file, { place, expected }) =>
      `${at(file, place)}: Erwartet wird ${inWords(expected)}.`,
    badNumber: (file, { place }) =>
      `${at(file, place)}: Das ist keine Zahl, die ein Plan haben kann.`,
    badText: (file, { place }) => `${at(file, place)}: Dieser Text hat Steuerzeichen.`,
    duplicateId: (file, { place }) => `${at(file, place)}: Etwas anderes hat dieselbe ID.`,
    unknownReference: (file, { place, expected }) =>
      `${at(file, place)}: Das verweist auf ${expected}, was es nicht gibt.`,
    circle: (file, { place }) => `${at(file, place)}: Verweise bilden einen Kreis.`,
  },
};
