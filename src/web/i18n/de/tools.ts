import type * as english from "../en/tools.ts";
import type {
  ArrangingTexts,
  HouseTexts,
  MeasuresTexts,
  RulesTexts,
  ToolsTexts,
  TouchTexts,
  WallsTexts,
} from "../en/tools.ts";

export const tools: ToolsTexts = {
  palette: "Werkzeuge",
  select: "Auswählen",
  choosePiece: "Was möchtest du aufstellen?",
  things: (count) => `${count} Dinge`,
  added: (name) => `${name} hinzugefügt.`,
  removed: (name) => `${name} gelöscht.`,
  removedWithOpenings: (name, openings) =>
    openings === 1
      ? `${name} gelöscht, und 1 Öffnung damit.`
      : `${name} gelöscht, und ${openings} Öffnungen damit.`,
  copied: (name) => `${name} kopiert.`,
  moved: (x, z) => `Bei ${x}, ${z}.`,
  tooSmall: "Zu klein für einen Raum: zieh einen größeren auf.",
  tooShort: "Zu kurz: zieh es länger.",
  nameOf: "Name",
  handles: {
    corner: (number) => `Ecke ${number}`,
    wall: (number) => `Wand ${number}`,
    end: (number) => (number === 1 ? "Ein Ende" : "Anderes Ende"),
    side: (number) =>
      ["Rückseite", "Rechte Seite", "Vorderseite", "Linke Seite"][number - 1] ?? `Seite ${number}`,
    turn: () => "Drehen",
    label: () => "Platz des Namens",
  },
  hints: {
    select: "Klick etwas an, um es auszuwählen, und zieh es, um es zu verschieben.",
    selectedMany: "Zieh eines davon, um alle zu verschieben.",
    roomNext:
      "Zieh den nächsten Raum daneben auf: die Wände verbinden sich. Dann kommen Türen und Fenster.",
    roomSecond: "Jetzt die gegenüberliegende Ecke.",
    lineSecond: "Jetzt das andere Ende.",
    cornersNext: "Klick auf die nächste Ecke. Rückgängig nimmt die letzte zurück.",
    cornersClose: "Klick auf die nächste Ecke, oder auf die erste, um den Raum zu schließen.",
    image: "Zieh das Bild dorthin, wo es hingehört. Esc beendet das.",
    calibrate: "Klick einen von zwei Punkten des Bilds an, deren Abstand du kennst.",
    calibrateSecond: "Jetzt den anderen Punkt.",
    openingHere: "Hier ist schon etwas: zieh es an der Wand entlang.",
    noWalls: "Zeichne zuerst einen Raum: Öffnungen kommen in seine Wände.",
    noWallHere: "Hier ist keine Wand. Zeig auf eine.",
    place: (name) => `Klick dorthin, wo es stehen soll: ${name}.`,
    turns: "R dreht es.",
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
  picking: "Tippe an, was du möchtest; Ziehen zeichnet einen Rahmen.",
  pickingEnds: "Fertig",
  nothingCopied: "Es wurde noch nichts kopiert.",
  notOurs: "Was zuletzt kopiert wurde, ist kein Teil eines Plans.",
  leftOut: (count) =>
    count === 1
      ? "Hier ist keine Wand mit Platz für die Öffnung."
      : `Hier ist keine Wand mit Platz für ${count} Öffnungen.`,
  copyLevel: (name) => `${name} verdoppeln`,
  copyOnly: "Etage verdoppeln",
  nameOfCopy: (name) => `Kopie von ${name}`,
  copyLevelQuestion: (name) => `Die Etage ${name} verdoppeln?`,
  copyLevelEntities: (count) =>
    count === 1
      ? "Was auf ihr ist, zeigt 1 Entität. Sollen die Kopien sie auch zeigen?"
      : `Was auf ihr ist, zeigt ${count} Entitäten. Sollen die Kopien sie auch zeigen?`,
  withoutEntities: "Ohne Entitäten",
  sameEntities: "Mit denselben Entitäten",
  levelCopied: (name) => `${name} hinzugefügt.`,
  actions: {
    align: "Ausrichten",
    distribute: "Verteilen",
    order: "Reihenfolge ändern",
    group: "Gruppieren",
    ungroup: "Gruppe auflösen",
    cut: "Ausschneiden",
    copyLevel: "Etage verdoppeln",
  },
  keyNames: { ctrl: "Strg", shift: "Umschalt", delete: "Entf", f2: "F2", f10: "F10" },
  shortcuts: {
    title: "Kopieren und anordnen",
    keys: [
      [["Strg", "Klick"], "Zur Auswahl hinzufügen oder aus ihr nehmen"],
      [["Ziehen"], "Auf dem Boden eines nicht ausgewählten Raums: ein Rahmen"],
      [["Strg", "Umschalt", "V"], "An derselben Stelle einfügen, auch auf einer anderen Etage"],
      [["Strg", "G"], "Gruppieren, mit Umschalt auflösen"],
      [["Strg", "↑"], "Eins nach vorn, mit Umschalt ganz nach vorn"],
      [["Strg", "↓"], "Eins nach hinten, mit Umschalt ganz nach hinten"],
      [["Umschalt", "F10"], "Menü der Aktionen, wie ein Rechtsklick"],
    ],
  },
};

export const measures: MeasuresTexts = {
  sorts: { inner: "Innenmaße", centre: "Achsmaße" },
  chosen: {
    inner: "Längen und Flächen gelten von einer Wandfläche zur anderen.",
    centre: "Längen und Flächen gelten von einer Wandmitte zur anderen.",
  },
  ruler: "Maßband",
  rulerHint: "Klick auf ein Ende dessen, was du wissen willst. Gezeichnet wird nichts.",
  measured: (length, x, z) => `${length}; ${x} quer, ${z} auf oder ab.`,
  area: (metres) => `${metres} m²`,
  width: "Breite",
  depth: "Tiefe",
  length: "Länge",
  wall: (number) => `Länge von Wand ${number}`,
  ends: ["Abstand zu einem Ende der Wand", "Abstand zum anderen Ende der Wand"],
  ways: {
    left: "Abstand nach links",
    right: "Abstand nach rechts",
    up: "Abstand nach oben",
    down: "Abstand nach unten",
  },
  moves: "Das rechte oder untere Ende bewegt sich.",
  change: (label, metres) => `${label}: ${metres}. Ändern`,
  type: "Länge eingeben",
  typing: "Eine Zahl legt jetzt die Länge fest.",
  noLength: "Das ist keine Länge. Versuch 5,20, 520 cm oder 17'.",
  noFit: "Für diese Länge ist hier kein Platz.",
  taken: (name) => `Dort ist eine andere Öffnung im Weg: ${name}.`,
};

export const tapped: typeof english.tapped = (sentence) =>
  sentence.replaceAll("Klick", "Tipp").replaceAll("klick", "tipp");

export const house: HouseTexts = {
  picker: {
    list: "Entitäten",
    none: "Keine Entität gefunden. Eine vollständig getippte Id wird übernommen.",
    found: (count) => (count === 1 ? "1 Entität" : `${count} Entitäten`),
    stranger: "Home Assistant hat diese Entität nicht.",
    another: (id) => `Andere Entität statt ${id}`,
    more: (number) => `Entität ${number}`,
  },
  areas: {
    title: "Räume aus Bereichen",
    hint: "Bereiche von Home Assistant, mit denen kein Raum verknüpft ist. Jeder wird ein Raum von 4 mal 3 Metern neben dem, was da ist, mit seinen Sensoren.",
    none: "Jeder Bereich ist mit einem Raum verknüpft.",
    noAreas: "Home Assistant hat keine Bereiche.",
    noFloor: "Keine Etage",
    make: (count) => (count === 1 ? "1 Raum anlegen" : `${count} Räume anlegen`),
    made: (count) => (count === 1 ? "1 Raum ist angelegt." : `${count} Räume sind angelegt.`),
    linkHint: "Diese Bereiche heißen wie ein Raum, der schon gezeichnet ist.",
    link: (name) => `„${name}“ verknüpfen`,
    linkAll: (count) => `Alle ${count} Räume verknüpfen`,
    linked: (count) => (count === 1 ? "1 Raum ist verknüpft." : `${count} Räume sind verknüpft.`),
    fill: "Fehlende Sensoren eintragen",
    fillHint:
      "Verknüpften Räumen fehlt ein Sensor für Temperatur oder Feuchte, den ihr Bereich hat.",
  },
  unplaced: {
    title: "Noch nicht platziert",
    hint: "Zieh etwas an seinen Platz, oder drück darauf, dann kommt es in seinen Raum.",
    none: "Alles, was verknüpfte Bereiche haben, ist auf dem Plan.",
    noRooms: "Verknüpfe Räume mit Bereichen, dann steht hier, was darin ist.",
    room: "Raum",
    allRooms: "Alle Räume",
    choose: (name) => `${name} wählen`,
    chooseAll: (room) => `Alles aus ${room} wählen`,
    place: (name, room) => `${name} in ${room} platzieren`,
    placeMany: (count, room) => `${count} in ${room} platzieren`,
    as: (name) => `Was ${name} ist`,
    ownSign: "Etwas Eigenes",
    contact: (opening) => `Kontakt von ${opening}`,
    lock: (opening) => `Schloss von ${opening}`,
    blind: (opening) => `Rollladen von ${opening}`,
    placed: (name) => `${name} platziert.`,
    things: (count) => (count === 1 ? "1 Ding" : `${count} Dinge`),
    notHere: "Nichts wurde platziert: Lass über der Zeichnung los.",
  },
  renamed: (from, to) => `Home Assistant nennt ${from} jetzt ${to}; der Plan folgt.`,
  renamedMany: (count) => `Home Assistant hat ${count} Entitäten umbenannt; der Plan folgt.`,
};

export const rules: RulesTexts = {
  title: "Regeln",
  hint: "Solange alle ihre Bedingungen gelten, ändert eine Regel das Aussehen. Von mehreren kommt jede Angabe aus der ersten, die sie macht.",
  rule: (number) => `Regel ${number}`,
  entity: "Wenn diese Entität",
  also: "Und wenn",
  condition: (number) => `Bedingung ${number}`,
  asks: "Was gelten muss",
  kinds: {
    state: "hat den Zustand",
    state_not: "hat nicht den Zustand",
    above: "liegt über",
    below: "liegt unter",
    between: "liegt zwischen",
    known: "hat irgendeinen Zustand",
    template: "Vorlage",
    any: "eine von mehreren gilt",
  },
  states: "Zustand (mehrere mit Komma)",
  above: "Über",
  below: "Unter",
  attribute: "Von ihrem Attribut",
  removeCondition: (number) => `Bedingung ${number} entfernen`,
  always: "Ohne Bedingung gilt sie immer.",
  fields: {
    color: "dann Farbe",
    icon: "Symbol",
    text: "Text",
    tint: "Farbe des Bodens",
    color_on: "Farbe, wenn an",
    size: "Größe",
    opacity: "Deckkraft (0 bis 1)",
    layer: "Ebene",
  },
  more: "Was sie noch ändert",
  hide: "Verborgen",
  add: "Regel hinzufügen",
  addCondition: "Weitere Bedingung",
  remove: (number) => `Regel ${number} entfernen`,
};

export const touch: TouchTexts = {
  usual: "Wie üblich",
  path: "Seite, etwa /lovelace/kitchen",
  actions: {
    toggle: "Schalten",
    "more-info": "Einzelheiten zeigen",
    navigate: "Zu einer Seite gehen",
    none: "Nichts",
  },
};

export const walls: WallsTexts = {
  labelBack: "Den Namen an seinen gewohnten Platz setzen",
  ofPlan: {
    titles: "Wände des ganzen Plans",
    explained: "Von einer Seite zur anderen; ein Raum darf eigene Wände haben.",
  },
  /** Said of a thickness that no wall has, in metres. */
  wrongThickness: (least, most) => `Eine Wand ist ${least} bis ${most} m dick.`,
};
