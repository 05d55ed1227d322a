import type { FindingWords, PanelsTexts } from "../en/panels.ts";
import { pluralIn } from "../word-types.ts";
import { properties } from "./properties.ts";

const counted = pluralIn("de");

const findings: FindingWords = {
  roomlessOpening: (subject, room) =>
    room === ""
      ? `${subject} liegt in keiner Wand.`
      : `${subject} gehört zum Raum „${room}“, den es nicht gibt.`,
  walllessOpening: (subject, wall) =>
    `${subject} liegt in der freistehenden Wand „${wall}“, die es nicht gibt.`,
  missingEdge: (subject, edge) => `${subject} liegt in Wand ${edge}, die der Raum nicht hat.`,
  beyondWall: (subject, metres) => `${subject} ragt ${metres} m über die Wand hinaus.`,
  duplicateId: (subject, id) => `${subject} hat die ID „${id}“, die schon vergeben ist.`,
  unknownLevel: (subject, level) => `${subject} liegt auf der Etage „${level}“, die es nicht gibt.`,
  missingImage: (subject, url) =>
    url === ""
      ? `Das Hintergrundbild der Etage „${subject}“ hat keine Adresse.`
      : `Das Hintergrundbild der Etage „${subject}“ lässt sich nicht laden.`,
  backgroundLevel: (subject) =>
    `Es gibt ein Hintergrundbild für die Etage „${subject}“, die es nicht gibt.`,
  unknownLabel: (subject) =>
    `Es gibt eine Beschriftung für den Raum „${subject}“, den es nicht gibt.`,
  unknownOutdoor: (subject) => `Der Außenbereich ist „${subject}“, den Raum gibt es nicht.`,
  fewCorners: (subject) => `${subject} hat weniger als drei Ecken.`,
  overlappingRooms: (both, metres) => `${both} überschneiden sich um ${metres} m.`,
  oddThickness: (subject, metres) =>
    `${subject}: Keine Wand ist ${metres} m dick; gezeichnet wird die übliche Dicke.`,
  badZone: (subject, expected) => `${subject} ist keine Zone: ${expected}.`,
  unknownTracker: (subject, tracker) =>
    `${subject} zählt nur, wen der Tracker „${tracker}“ sieht, den es nicht gibt.`,
  unknownEntity: (subject, id) =>
    `${subject} verwendet „${id}“, das Home Assistant nicht hat oder das deaktiviert ist.`,
  unknownLayer: (subject, layer) => `${subject} liegt in der Ebene „${layer}“, die es nicht gibt.`,
  badLayers: () => "„layers“ ist keine Liste, darum gibt es keine Ebenen.",
  badLayer: (number, id) =>
    `Ebene ${number} bleibt weg: „${id}“ ist keine ID mit 1 bis 64 Zeichen.`,
  unknownShown: (subject, what) =>
    `Die Ebene „${subject}“ zeigt „${what}“: Das ist weder eine Liste noch eine Domain wie light.*.`,
  badZoom: (subject) =>
    `Der Zoom der Ebene „${subject}“ zählt nicht: Er braucht Zahlen in Pixel pro Meter, „from“ kleiner als „to“.`,
  unknownRight: (subject, right) =>
    `Die Ebene „${subject}“ ist für „${right}“: Das ist weder admin noch control noch viewer.`,
};

const tracing: PanelsTexts["tracing"] = {
  intro: "Leg einen Grundriss oder ein Foto davon unter die Zeichnung, und zeichne ihn nach.",
  choose: "Bild wählen …",
  replace: "Anderes Bild wählen …",
  limits: (size) =>
    size === undefined
      ? "PNG, JPEG, WebP oder SVG."
      : `PNG, JPEG, WebP oder SVG, höchstens ${size}.`,
  uploading: (name) => `„${name}“ wird hochgeladen …`,
  ended: "Upload abgebrochen; es wurde nichts geändert.",
  move: "An seinen Platz ziehen",
  left: "Linker Rand (m)",
  top: "Oberer Rand (m)",
  right: "Rechter Rand (m)",
  width: "Breite (m)",
  opacity: "Deckkraft",
  calibrate: "Ausrichten und skalieren …",
  calibrateHint:
    "Markiere beide Enden einer Linie des Bildes, deren Länge du kennst, etwa einer Wand.",
  calibrateKeys:
    "Mit der Tastatur: Pfeiltasten bewegen das Fadenkreuz, die Eingabetaste setzt einen Punkt.",
  noneSet: "Setz das erste Ende.",
  firstSet: "Erster Punkt gesetzt. Setz das andere Ende.",
  bothSet: "Beide Punkte gesetzt. Gib den tatsächlichen Abstand ein.",
  measured: (metres) => `Auf der Zeichnung liegen sie ${metres} m auseinander.`,
  trueDistance: "Tatsächlicher Abstand (m)",
  apply: "Anwenden",
  turned: (degrees) => `Bild um ${degrees}° gedreht.`,
  scaled: (pixels) => `Bild skaliert: 1 m = ${pixels} px.`,
  removeImage: "Bild entfernen",
  rotation: "Drehung (°)",
  quarter: "Um 90° drehen",
  straighten: {
    across: (degrees) => `Um ${degrees}° drehen, damit die Linie waagerecht liegt`,
    down: (degrees) => `Um ${degrees}° drehen, damit die Linie senkrecht steht`,
  },
  scan: {
    find: "Wände suchen",
    searching: "Wände werden gesucht …",
    scale: (metres: string) =>
      `Das Bild gilt als ${metres} m breit. Skaliere es zuerst, falls das nicht stimmt: Wände unterscheiden sich durch ihre Dicke von Linien.`,
    found: (walls: number, rooms: number) =>
      `${counted(walls, "# Wand", "# Wände")}, ${counted(rooms, "# Raum", "# Räume")} gefunden.`,
    choose:
      "Drücke in der Zeichnung auf eine Wand, um sie wegzulassen, und noch einmal, um sie zu nehmen. Mit der Tastatur: Pfeiltasten bewegen das Fadenkreuz, Enter drückt.",
    accept: (walls: number) => counted(walls, "# Wand übernehmen", "# Wände übernehmen"),
    acceptAll: (walls: number) => `Alle ${walls} übernehmen`,
    taken: "Wand genommen.",
    changed: "Die Etage oder ihr Bild hat sich geändert. Suche noch einmal nach Wänden.",
    leftOut: "Wand weggelassen.",
    accepted: (walls: number, rooms: number) =>
      `${counted(walls, "# Wand", "# Wände")} übernommen, ${counted(rooms, "# Raum", "# Räume")} hinzugefügt.`,
    noWalls: "Keine Wände gefunden. Prüfe den Maßstab des Bildes: Wände sind 6 bis 60 cm dick.",
    unreachable: "Das Bild konnte nicht geladen werden.",
    crashed:
      "Die Suche ist mit einem Fehler abgebrochen: Vielleicht braucht das Bild mehr Speicher, als dieser Browser hat.",
    undecodable:
      "Dieser Browser kann die Pixel dieses Bildes nicht lesen. Wähle es als PNG, JPEG oder WebP.",
    scanPixels: (found: string, most: string) =>
      `Das Bild hat ${found} Megapixel; höchstens ${most} werden durchsucht (scan-pixels). Wähle ein kleineres.`,
    scanPixelsPerMetre: (found: string, least: string) =>
      `Das Bild hat ${found} Pixel je Meter; mindestens ${least} sind nötig (scan-pixels-per-metre). Prüfe den Maßstab, oder wähle ein größeres.`,
    scanPieces: (found: string, most: string) =>
      `Das Bild hat ${found} Stücke, die Wände sein könnten; höchstens ${most} werden verglichen (scan-pieces). Schneide den Plan aus, oder prüfe den Maßstab.`,
  },
  imagePixels: (most: string) => ({
    what: `Das Bild hat mehr als ${most} Megapixel; mehr werden nicht gezeigt (image-pixels).`,
    next: "Wähle ein kleineres.",
  }),
  model: {
    chosen: (name: string) =>
      `„${name}“ ist ein Modell. Seine Ansicht von oben wird zum Bild für das Nachzeichnen, schon im richtigen Maßstab.`,
    cut: "Schnitthöhe (m über dem tiefsten Punkt)",
    drawing: (name: string) => `„${name}“ wird von oben gezeichnet …`,
    draw: "Ansicht übernehmen",
  },
  dropHint: "Oder ein Bild auf die Zeichnung ziehen oder einfügen.",
  notWhileUploading: "Es wird gerade ein anderes Bild hochgeladen.",
};

export const panels: PanelsTexts = {
  titles: {
    properties: "Eigenschaften",
    outline: "Gliederung",
    checks: "Prüfung",
    homeAssistant: "Haus",
    tracing: "Bild",
    trackers: "Tracker",
    layers: "Ebenen",
    yaml: "YAML",
    history: "Verlauf",
    file: "Datei",
    conflicts: "Konflikte",
  },
  dismiss: "Ausblenden",
  show: "Zeigen",
  remove: "Entfernen",
  apply: "Anwenden",
  about: (what, it) => `${what}: ${it}`,
  more: (count) => `und ${count} weitere`,
  actions: {
    field: "Eigenschaften ändern",
    yaml: "YAML anwenden",
    import: "Datei importieren",
    restore: "Version wiederherstellen",
    image: "Hintergrundbild hinzufügen",
    imagePlace: "Hintergrundbild platzieren",
    imageRemove: "Hintergrundbild entfernen",
    walls: "Gefundene Wände übernehmen",
    tracker: "Tracker ändern",
    trackerAdd: "Tracker hinzufügen",
    trackerRemove: "Tracker entfernen",
    trackerPoint: "Tracker kalibrieren",
    layer: "Ebene ändern",
    layerAdd: "Ebene hinzufügen",
    layerRemove: "Ebene entfernen",
    layerAssign: "In Ebene legen",
    repair: "Problem beheben",
    areas: "Räume aus Bereichen anlegen",
    areaLinks: "Räume mit Bereichen verknüpfen",
    areaSensors: "Sensoren der Bereiche hinzufügen",
    placeEntities: "Entitäten platzieren",
    replaceEntity: "Entität ersetzen",
  },
  kinds: {
    levels: "Etage",
    labels: "Beschriftung",
    backgrounds: "Hintergrundbild",
    trackers: "Tracker",
    layers: "Ebene",
    plan: "Plan",
  },
  properties,
  outline: {
    search: "Suchen",
    nothing: "Der Plan ist leer.",
    noMatch: "Keine Treffer.",
    elsewhere: "Außerhalb aller Räume",
    wholePlan: "Plan",
    unknownLevel: (id) => `Unbekannte Etage „${id}“`,
    count: (count) => counted(count, "# Element", "# Elemente"),
    tree: "Alles im Plan",
  },
  checks: {
    named: (name, id) => `${name} „${id}“`,
    fine: "Keine Probleme gefunden.",
    count: (count) => counted(count, "# Problem", "# Probleme"),
    finding: findings,
  },
  tracing,
  yaml: {
    scope: "Bereich",
    selection: (count) => counted(count, "# ausgewähltes Element", "# ausgewählte Elemente"),
    whole: "Ganzer Plan",
    loading: "Der Editor wird geladen …",
    label: "YAML-Text",
    stale: "Der Plan hat sich geändert, seit dieser Text geschrieben wurde.",
    reload: "Neu laden",
    applied: "Angewendet. „Rückgängig“ nimmt es zurück.",
    same: "Keine Änderungen anzuwenden.",
  },
  file: {
    exportHint:
      "Der Plan, wie er jetzt gezeichnet ist, mit ungespeicherten Änderungen, als JSON-Datei.",
    export: "Plan exportieren",
    importHint:
      "Eine Datei ersetzt die Zeichnung. Gespeichert wird erst, wenn du speicherst, und „Rückgängig“ nimmt es zurück.",
    import: "Plan importieren …",
    foreignHint:
      "Ein Plan eines anderen Programms: ein Haus von Sweet Home 3D, ein Scan von RoomPlan, eine DXF-Zeichnung, ein IFC-Gebäude oder ein Grundriss aus dem Ordner von Home Assistant, mit seinen Bildern. Du siehst zuerst, was importiert wird und was nicht.",
    foreign: "Aus anderem Programm importieren …",
    notLoaded:
      "Der Import konnte nicht geladen werden. Versuche es noch einmal, sobald die Verbindung wieder da ist.",
    imported: (name) => `„${name}“ wurde importiert, ist aber noch nicht gespeichert.`,
    noJson: (name, reason) => `„${name}“ ist kein JSON: ${reason}`,
    noPlan: (name) => `„${name}“ ist kein Plan: Ein Plan ist ein Objekt mit Feldern.`,
    wrongField: (field, expected) => `„${field}“ muss ${expected} sein.`,
    list: "eine Liste",
    object: "ein Objekt",
    text: "ein Text",
    fileName: "grundriss",
  },
  history: {
    intro:
      "Der gespeicherte Plan und seine früheren Versionen. Sieh eine an, bevor du sie wiederherstellst.",
    empty: "Es gibt noch keine frühere Version.",
    loading: "Verlauf wird geladen …",
    reload: "Neu laden",
    revision: (rev) => `Version ${rev}`,
    renamedEntities: "in Home Assistant umbenannt",
    counts: (rooms, items) =>
      `${counted(rooms, "# Raum", "# Räume")}, ${counted(items, "# Element", "# Elemente")}`,
    preview: (rev) => `Version ${rev}, verglichen mit der Zeichnung`,
    same: "Diese Version gleicht der Zeichnung.",
    restore: "Diese Version wiederherstellen",
    restoreHint:
      "Wiederherstellen ersetzt die Zeichnung. Gespeichert wird erst, wenn du speicherst, und „Rückgängig“ nimmt es zurück.",
    levels: "Etage",
    drawing: "Vorschau der Version",
    side: "Zeigen",
    sides: {
      differences: "Unterschiede",
      now: "Die Zeichnung jetzt",
      after: "Nach dem Wiederherstellen",
    },
    legend: "Was das Wiederherstellen bewirkt",
    marks: { removed: "Würde verschwinden", added: "Käme dazu", changed: "Würde sich ändern" },
    changes: "Unterschiede",
  },
  conflicts: {
    title: (both) => `Von ${both} geändert`,
    you: "dir",
    somebody: "jemand anderem",
    intro:
      "Wähle, was bleiben soll. Bis dahin geht nichts verloren, und speichern kannst du erst danach.",
    first: (count) =>
      counted(count, "Erst ist # Konflikt zu lösen.", "Erst sind # Konflikte zu lösen."),
    none: "Es sind keine Konflikte zu lösen.",
    mine: "Meine Änderung",
    theirs: "Andere Änderung",
    theirsOf: (who) => `Andere Änderung (${who})`,
    keepMine: "Meine behalten",
    takeTheirs: "Andere übernehmen",
    allMine: "Überall meine behalten",
    allTheirs: "Überall andere übernehmen",
    deleted: "gelöscht",
    order: "Reihenfolge",
    noPicture: "nicht auf der Zeichnung",
    left: (count) => `Noch ${count} zu lösen`,
    later: (count) => `und ${count} weitere, sobald diese gelöst sind`,
    overwrite: "Änderungen der anderen überschreiben …",
    overwriteTitle: "Änderungen der anderen überschreiben?",
    overwriteText:
      "Der Plan, wie du ihn siehst, ersetzt den gespeicherten. Was andere inzwischen gespeichert haben und in deinem Plan fehlt, geht im Plan verloren; der Verlauf bewahrt es noch eine Weile.",
    overwriteNow: "Überschreiben",
  },
  notices: {
    incoming: "Jemand anderes hat gespeichert. Neu in deinem Plan:",
    conflicts: (both, count) =>
      `${both} habt ${counted(count, "dasselbe Element", "dieselben # Elemente")} geändert.`,
    you: "Du",
    choose: "Lösen",
    draft: (when) => `Es gibt ungespeicherte Änderungen vom ${when}.`,
    draftHint: "Stelle sie wieder her, oder verwirf sie endgültig.",
    keepDraft: "Wiederherstellen",
    dropDraft: "Verwerfen",
    region: "Meldungen",
  },
};
