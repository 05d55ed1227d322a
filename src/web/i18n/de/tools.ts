import type {
  ArrangingTexts,
  HomeAssistantTexts,
  RulesTexts,
  ToolsTexts,
  TouchTexts,
  WallsTexts,
} from "../en/tools.ts";
import { pluralIn } from "../word-types.ts";

const counted = pluralIn("de");

export const tools: ToolsTexts = {
  palette: "Werkzeuge",
  select: "Auswählen",
  choosePiece: "Was möchtest du aufstellen?",
  things: (count) => counted(count, "# Element", "# Elemente"),
  added: (name) => `${name} hinzugefügt.`,
  removed: (name) => `${name} gelöscht.`,
  removedWithOpenings: (name, openings) =>
    `${name} gelöscht, mit ${counted(openings, "# Öffnung", "# Öffnungen")}.`,
  copied: (name) => `${name} kopiert.`,
  moved: (x, z) => `Bei ${x}, ${z}.`,
  movedTurned: (down, right) => `${down} von oben, ${right} von rechts.`,
  detached: (name) =>
    `${name} teilt keine Wand mehr mit den Nachbarräumen. Rückgängig setzt den Raum zurück.`,
  detach: (name) => ({
    mouse: `Zieh weiter, um ${name} von den Nachbarn zu lösen, oder halte Alt.`,
    touch: `Zieh weiter, um ${name} von den Nachbarn zu lösen.`,
  }),
  tooSmall: "Zu klein für einen Raum: Zieh einen größeren auf.",
  tooShort: "Zu kurz: Zieh weiter.",
  nameOf: "Name",
  handles: {
    corner: (number) => `Ecke ${number}`,
    wall: (number) => `Wand ${number}`,
    end: (number) => (number === 1 ? "Ein Ende" : "Anderes Ende"),
    side: (number) =>
      ["Rückseite", "Rechte Seite", "Vorderseite", "Linke Seite"][number - 1] ?? `Seite ${number}`,
    turn: () => "Drehen",
    label: () => "Position des Namens",
  },
  hints: {
    select: {
      mouse: "Klick auf ein Element, um es auszuwählen, und zieh es, um es zu verschieben.",
      touch: "Tipp auf ein Element, um es auszuwählen, und zieh es, um es zu verschieben.",
    },
    selectedMany: "Zieh eines davon, um alle zu verschieben.",
    roomNext:
      "Zieh den nächsten Raum daneben auf: Die Wände verbinden sich. Füge dann Türen und Fenster hinzu.",
    roomSecond: "Jetzt die gegenüberliegende Ecke.",
    lineSecond: "Jetzt das andere Ende.",
    cornersNext: {
      mouse: "Klick auf die nächste Ecke. „Rückgängig“ nimmt die letzte zurück.",
      touch: "Tipp auf die nächste Ecke. „Rückgängig“ nimmt die letzte zurück.",
    },
    cornersClose: {
      mouse: "Klick auf die nächste Ecke, oder auf die erste, um den Raum zu schließen.",
      touch: "Tipp auf die nächste Ecke, oder auf die erste, um den Raum zu schließen.",
    },
    image: {
      mouse: "Zieh das Bild an seinen Platz. Beende mit Esc.",
      touch: "Zieh das Bild an seinen Platz. Zum Beenden tipp auf „Auswählen“.",
    },
    calibrate: {
      mouse: "Klick auf einen von zwei Punkten des Bildes, deren Abstand du kennst.",
      touch: "Tipp auf einen von zwei Punkten des Bildes, deren Abstand du kennst.",
    },
    calibrateSecond: "Jetzt den anderen Punkt.",
    calibrateDistance: "Gib ihren Abstand ein, oder setz die Punkte neu.",
    openingHere: "Hier ist schon eine Öffnung: Zieh sie an der Wand entlang.",
    noWalls: "Zeichne zuerst einen Raum: Öffnungen kommen in seine Wände.",
    noWallHere: "Hier ist keine Wand. Zeig auf eine Wand.",
    letGo: (name) => `Lass los, wo es stehen soll: ${name}.`,
    place: (name) => ({
      mouse: `Klick dorthin, wo es stehen soll: ${name}.`,
      touch: `Tipp dorthin, wo es stehen soll: ${name}.`,
    }),
    several: "Halte die Umschalttaste, um mehrere zu platzieren.",
    turns: "Zum Drehen R drücken.",
  },
};

export const arranging: ArrangingTexts = {
  menu: "Aktionen",
  more: "Weitere Aktionen",
  copy: "Kopieren",
  cut: "Ausschneiden",
  paste: "Einfügen",
  pasteInPlace: "An derselben Stelle einfügen",
  selectAll: "Alles auswählen",
  group: "Gruppieren",
  ungroup: "Gruppe auflösen",
  align: "Ausrichten",
  alignLeft: "Links",
  alignCentre: "Waagerecht mittig",
  alignRight: "Rechts",
  alignTop: "Oben",
  alignMiddle: "Senkrecht mittig",
  alignBottom: "Unten",
  distribute: "Verteilen",
  distributeHorizontally: "Waagerecht",
  distributeVertically: "Senkrecht",
  order: "Reihenfolge",
  toFront: "Ganz nach vorn",
  forward: "Eins nach vorn",
  backward: "Eins nach hinten",
  toBack: "Ganz nach hinten",
  pick: "Mehrere auswählen",
  picking: "Tipp auf die gewünschten Elemente; Ziehen zeichnet einen Rahmen.",
  nothingCopied: "Es wurde noch nichts kopiert.",
  notOurs: "Die Zwischenablage enthält keinen Teil eines Plans.",
  leftOut: (count) =>
    counted(
      count,
      "Hier ist keine Wand mit Platz für die Öffnung.",
      "Hier ist keine Wand mit Platz für # Öffnungen.",
    ),
  copyLevel: (name) => `${name} duplizieren`,
  copyOnly: "Etage duplizieren",
  nameOfCopy: (name) => `Kopie von ${name}`,
  copyLevelQuestion: (name) => `Die Etage ${name} duplizieren?`,
  copyLevelEntities: (count) =>
    counted(
      count,
      "Ihre Elemente zeigen # Entität. Sollen die Kopien sie auch zeigen?",
      "Ihre Elemente zeigen # Entitäten. Sollen die Kopien sie auch zeigen?",
    ),
  withoutEntities: "Ohne Entitäten",
  sameEntities: "Mit denselben Entitäten",
  actions: {
    align: "Ausrichten",
    distribute: "Verteilen",
    order: "Reihenfolge ändern",
    group: "Gruppieren",
    ungroup: "Gruppe auflösen",
    cut: "Ausschneiden",
    copyLevel: "Etage duplizieren",
  },
  keyNames: { ctrl: "Strg", shift: "Umschalt", delete: "Entf", f2: "F2", f10: "F10" },
  shortcuts: {
    title: "Kopieren und anordnen",
    keys: [
      [["Strg", "Klick"], "Zur Auswahl hinzufügen oder daraus entfernen"],
      [["Ziehen"], "In einem nicht ausgewählten Raum: einen Rahmen zeichnen"],
      [["Strg", "Umschalt", "V"], "An derselben Stelle einfügen, auch auf einer anderen Etage"],
      [["Strg", "G"], "Gruppieren, mit Umschalt auflösen"],
      [["Strg", "↑"], "Eins nach vorn, mit Umschalt ganz nach vorn"],
      [["Strg", "↓"], "Eins nach hinten, mit Umschalt ganz nach hinten"],
      [["Umschalt", "F10"], "Menü der Aktionen, wie ein Rechtsklick"],
    ],
  },
};

export const homeAssistant: HomeAssistantTexts = {
  picker: {
    list: "Entitäten",
    none: "Keine Treffer. Du kannst auch eine vollständige Entitäts-ID eingeben.",
    found: (count) => counted(count, "# Entität", "# Entitäten"),
    unknownEntity: "Home Assistant hat diese Entität nicht.",
    another: (id) => `Ersatz für ${id}`,
    more: (number) => `Entität ${number}`,
  },
  areas: {
    title: "Räume aus Bereichen",
    hint: "Bereiche in Home Assistant, mit denen kein Raum verknüpft ist. Jeder wird ein Raum von 4 mal 3 Metern neben der Zeichnung, mit seinen Sensoren.",
    none: "Jeder Bereich ist mit einem Raum verknüpft.",
    noAreas: "Home Assistant hat keine Bereiche.",
    noFloor: "Keine Etage",
    make: (count) => counted(count, "# Raum anlegen", "# Räume anlegen"),
    made: (count) => counted(count, "# Raum angelegt.", "# Räume angelegt."),
    linkHint: "Diese Bereiche heißen wie ein Raum auf dem Plan.",
    link: (name) => `„${name}“ verknüpfen`,
    linkAll: (count) => counted(count, "# Raum verknüpfen", "Alle # Räume verknüpfen"),
    linked: (count) => counted(count, "# Raum verknüpft.", "# Räume verknüpft."),
    fill: "Fehlende Sensoren hinzufügen",
    fillHint:
      "Verknüpften Räumen fehlt ein Sensor für Temperatur oder Feuchte, den ihr Bereich hat.",
  },
  unplaced: {
    title: "Noch nicht platziert",
    hint: "Zieh eine Entität auf die Zeichnung, oder tippe darauf, um sie in ihrem Raum zu platzieren.",
    none: "Alles aus den verknüpften Bereichen ist auf dem Plan.",
    noRooms: "Verknüpfe Räume mit Bereichen, um ihre Entitäten hier zu sehen.",
    room: "Raum",
    allRooms: "Alle Räume",
    choose: (name) => `${name} wählen`,
    chooseAll: (room) => `Alles aus ${room} wählen`,
    place: (name, room) => `${name} in ${room} platzieren`,
    placeMany: (count, room) => `${count} in ${room} platzieren`,
    as: (name) => `${name} platzieren als`,
    separateDevice: "Eigenes Gerät",
    contact: (opening) => `Kontakt von ${opening}`,
    lock: (opening) => `Schloss von ${opening}`,
    blind: (opening) => `Rollladen von ${opening}`,
    placed: (name) => `${name} platziert.`,
    things: (count) => counted(count, "# Element", "# Elemente"),
    notHere: "Nicht platziert. Lass über der Zeichnung los.",
  },
  renamed: (from, to) => `Home Assistant hat ${from} in ${to} umbenannt; der Plan wurde angepasst.`,
  renamedMany: (count) =>
    `Home Assistant hat ${count} Entitäten umbenannt; der Plan wurde angepasst.`,
};

export const rules: RulesTexts = {
  title: "Regeln",
  hint: "Eine Regel ändert das Aussehen, solange alle ihre Bedingungen erfüllt sind. Für jedes Feld gilt die erste passende Regel.",
  rule: (number) => `Regel ${number}`,
  entity: "Wenn diese Entität",
  also: "Und wenn",
  condition: (number) => `Bedingung ${number}`,
  comparison: "Vergleich",
  kinds: {
    state: "ist",
    state_not: "ist nicht",
    above: "ist über",
    below: "ist unter",
    between: "ist zwischen",
    known: "hat irgendeinen Zustand",
    template: "Vorlage",
    any: "eine davon ist erfüllt",
  },
  states: "Zustand (mehrere mit Komma getrennt)",
  above: "Über",
  below: "Unter",
  attribute: "Attribut",
  removeCondition: (number) => `Bedingung ${number} entfernen`,
  always: "Ohne Bedingungen gilt die Regel immer.",
  fields: {
    color: "Farbe setzen",
    icon: "Symbol",
    text: "Text",
    tint: "Farbe des Raums",
    color_on: "Farbe, wenn an",
    size: "Größe",
    opacity: "Deckkraft (0 bis 1)",
    layer: "Ebene",
  },
  more: "Weitere Änderungen",
  hide: "Ausgeblendet",
  add: "Regel hinzufügen",
  addCondition: "Bedingung hinzufügen",
  remove: (number) => `Regel ${number} entfernen`,
};

export const touch: TouchTexts = {
  defaultAction: "Standard",
  path: "Seite, etwa /lovelace/kitchen",
  actions: {
    toggle: "Umschalten",
    "more-info": "Details anzeigen",
    navigate: "Seite öffnen",
    none: "Nichts",
  },
};

export const walls: WallsTexts = {
  labelBack: "Position des Namens zurücksetzen",
  ofPlan: {
    titles: "Wände des ganzen Plans",
    explained: "Von Wandfläche zu Wandfläche gemessen; ein Raum kann eine eigene Wanddicke haben.",
  },
  wrongThickness: (least, most) => `Gib eine Dicke von ${least} bis ${most} m ein.`,
};
