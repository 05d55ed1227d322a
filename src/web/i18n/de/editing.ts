import type {
  ChangesTexts,
  EditorTexts,
  FormsTexts,
  SessionTexts,
  CollaborationTexts,
} from "../en/editing.ts";
import { pluralIn } from "../word-types.ts";

const counted = pluralIn("de");

export const editor: EditorTexts = {
  title: "Grundriss-Editor",
  drawing: "Zeichnung",
  back: "Zurück zum Plan",
  undo: "Rückgängig",
  redo: "Wiederholen",
  snap: "Einrasten",
  snapHint: "An Raster, Wänden und Ecken einrasten (S). Zum Aussetzen Alt gedrückt halten.",
  turnPlan: "Plan drehen, damit er den Bildschirm füllt",
  turnings: {
    turned: "Der Plan ist gedreht, damit er den Bildschirm füllt.",
    upright: "Der Plan ist nicht mehr gedreht.",
  },
  noGrid: "Kein Raster über dem Bild",
  zoomIn: "Vergrößern",
  zoomOut: "Verkleinern",
  fit: "Einpassen",
  help: "Tastenkürzel",
  panel: "Details",
  close: "Schließen",
  ok: "OK",
  done: "Fertig",
  cancel: "Abbrechen",
  save: "Speichern",
  saveHint: "Für alle speichern (Strg+S)",
  saveStates: {
    waiting: "Lädt …",
    saved: "Alles gespeichert",
    dirty: "Nicht gespeichert",
    saving: "Speichert …",
    conflicts: "Konflikte zu lösen",
    away: "Offline",
    awayDirty: "Offline, auf diesem Gerät behalten",
  },
  selection: "Auswahl",
  rename: "Umbenennen",
  hinge: "Anschlag",
  swing: "Richtung",
  rotate: "Drehen",
  duplicate: "Duplizieren",
  remove: "Löschen",
  threeCorners: "Ein Raum braucht mindestens drei Ecken.",
  welcome: "Dein erster Raum",
  welcomeHint: "Zieh ihn auf dem Blatt auf. Füge dann Türen, Fenster und Möbel hinzu.",
  levels: "Etagen",
  noLevels:
    "Der Plan hat eine Etage ohne Namen. Füge eine weitere hinzu, dann bekommen beide einen Namen.",
  levelName: "Name der Etage",
  manageLevels: "Etagen verwalten",
  levelHeights: "Höhen",
  addLevel: "Etage hinzufügen",
  firstLevel: "Erdgeschoss",
  newLevel: (number) => (number === 1 ? "Obergeschoss" : `${number}. Etage`),
  levelUp: (name) => `${name} nach oben`,
  levelDown: (name) => `${name} nach unten`,
  removeLevel: (name) => `${name} löschen`,
  removeLevelQuestion: (name) => `Die Etage ${name} löschen?`,
  removeLevelConsequence: ({ rooms, openings, items, hasImage }) => {
    const counts = [
      counted(rooms, "# Raum", "# Räume"),
      counted(openings, "# Tür oder Fenster", "# Türen und Fenster"),
      counted(items, "# Element", "# Elemente"),
    ].join(", ");
    return rooms + openings + items === 0 && !hasImage
      ? "Sie ist leer."
      : `Damit werden auch gelöscht: ${counts}${hasImage ? " und ihr Hintergrundbild" : ""}. „Rückgängig“ stellt alles wieder her.`;
  },
  actions: {
    draw: "Zeichnen",
    add: "Hinzufügen",
    move: "Verschieben",
    reshape: "Form ändern",
    label: "Name verschieben",
    resize: "Größe ändern",
    rotate: "Drehen",
    flip: "Spiegeln",
    rename: "Umbenennen",
    remove: "Löschen",
    paste: "Einfügen",
    duplicate: "Duplizieren",
    addLevel: "Etage hinzufügen",
    renameLevel: "Etage umbenennen",
    moveLevel: "Etagen umordnen",
    levelHeights: "Höhen einer Etage ändern",
    removeLevel: "Etage löschen",
    draft: "Ungespeicherte Änderungen wiederherstellen",
    wentBack: "Zum Plan des Servers wechseln",
  },
  escape: "Abbrechen, dann zurück zum Auswählen",
  characters: "Kürzel aus einer Taste wirken nur, solange die Zeichnung den Fokus hat.",
  shortcuts: [
    {
      title: "Auswahl",
      keys: [
        [["Umschalt", "Klick"], "Zur Auswahl hinzufügen"],
        [["Umschalt", "ziehen"], "Alles in einem Rahmen auswählen"],
        [["Strg", "A"], "Alles auf der Etage auswählen"],
        [["Pfeile"], "Um 5 cm verschieben, mit Umschalt um 50 cm"],
        [["R"], "Um 90° drehen, mit Umschalt andersherum"],
        [["Strg", "C"], "Kopieren"],
        [["Strg", "X"], "Ausschneiden"],
        [["Strg", "V"], "Einfügen"],
        [["Strg", "D"], "Duplizieren"],
        [["Entf"], "Löschen"],
        [["F2"], "Umbenennen"],
      ],
    },
    {
      title: "Plan und Ansicht",
      keys: [
        [["Strg", "S"], "Speichern"],
        [["Strg", "Z"], "Rückgängig"],
        [["Strg", "Y"], "Wiederholen"],
        [["S"], "Einrasten an oder aus"],
        [["Alt"], "Gedrückt halten, um das Einrasten auszusetzen"],
        [["+", "−"], "Zoomen, wie mit dem Mausrad"],
        [["0"], "Einpassen"],
        [
          ["Leertaste", "ziehen"],
          "Die Ansicht verschieben, auch mit der mittleren Taste oder zwei Fingern",
        ],
      ],
    },
    {
      title: "Ohne Maus",
      keys: [
        [["Tab"], "Zur nächsten Form oder zum nächsten Griff"],
        [["Enter"], "Form auswählen; noch einmal drücken: zu ihren Griffen"],
        [["Pfeile"], "Form, Griff oder Fadenkreuz eines Werkzeugs bewegen"],
        [["Enter"], "Punkt am Fadenkreuz setzen; auf dem Griff einer Wand: Ecke hinzufügen"],
        [["Leertaste"], "Punkt am Fadenkreuz setzen, auch wo Enter den Raum schließen würde"],
        [["Entf"], "Auf dem Griff einer Ecke: Ecke löschen"],
      ],
    },
  ],
};

export const session: SessionTexts = {
  problems: {
    wentBack: {
      what: "Der Server ist mit einem anderen Plan zurückgekommen.",
      next: "Was er verloren hat, ist noch hier: „Rückgängig“ holt es zurück, und beim Speichern wird es wieder gesichert.",
    },
    draftFailed: {
      what: "Ungespeicherte Änderungen können auf diesem Gerät nicht aufbewahrt werden.",
      next: "Speichere oft: Beim Schließen dieser Seite gehen sie verloren.",
    },
    notStored: {
      what: "Dein letzter Stand fehlt im gespeicherten Plan.",
      next: "Deine Änderungen sind noch hier: Speichere noch einmal.",
    },
  },
};

export const collaboration: CollaborationTexts = {
  saved: (who, count) =>
    `${who} ${counted(count, "hat", "haben")} gespeichert. Neu in deinem Plan:`,
  somebody: "jemand anderes",
  yourTab: "Du, in einem anderen Tab",
  youThere: "du (in einem anderen Tab)",
  savedByYou: "Du hast in einem anderen Tab gespeichert. Neu in deinem Plan:",
  overlapYours: (count) =>
    `Du hast ${counted(count, "dasselbe Element", "dieselben # Elemente")} hier und in einem anderen Tab geändert.`,
  titleYours: "Hier und in einem anderen Tab geändert",
  otherTab: "Im anderen Tab",
  nothing: "nichts geändert",
  more: "und mehr",
  moreChanges: (count) => `und ${count} weitere`,
  one: {
    added: (name) => `${name} hinzugefügt`,
    removed: (name) => `${name} entfernt`,
    renamed: (name) => `${name} umbenannt`,
    moved: (name) => `${name} verschoben`,
    changed: (name) => `${name} geändert`,
    reordered: (name) => `${name} umgeordnet`,
  },
  many: {
    added: (count) => counted(count, "# Element hinzugefügt", "# Elemente hinzugefügt"),
    removed: (count) => counted(count, "# Element entfernt", "# Elemente entfernt"),
    renamed: (count) => counted(count, "# Element umbenannt", "# Elemente umbenannt"),
    moved: (count) => counted(count, "# Element verschoben", "# Elemente verschoben"),
    changed: (count) => counted(count, "# Element geändert", "# Elemente geändert"),
    reordered: (count) => counted(count, "# Liste umgeordnet", "# Listen umgeordnet"),
  },
  stored: "aktuell",
  present: "Auch gerade hier",
  editing: (name, floor) =>
    floor === undefined ? `${name} bearbeitet den Plan` : `${name} bearbeitet: ${floor}`,
  others: (count) => `${count} weitere`,
};

export const changes: ChangesTexts = {
  inRoom: (room) => ` in ${room}`,
  added: (name, where) => `${name}${where} hinzugefügt`,
  removed: (name, where) => `${name}${where} entfernt`,
  moved: (name, far, where) => `${name}${where}${far} verschoben`,
  changed: (name, where, fields) => `${name}${where} geändert${fields === "" ? "" : `: ${fields}`}`,
  reordered: (list) => `${list}: Reihenfolge geändert`,
  fields: {
    backgrounds: "Hintergrundbilder",
    from: "Anfang",
    id: "ID",
    labels: "Positionen der Raumnamen",
    left: "Von links",
    opacity: "Deckkraft",
    outdoor: "Außenbereich",
    points: "Ecken",
    rules: "Regeln",
    to: "Ende",
    top: "Von oben",
    url: "Bild",
  },
};

export const forms: FormsTexts = {
  noLength: "Das ist keine Länge. Versuche 5,20, 520 cm oder 17' 6\".",
  noNumber: "Das ist keine Zahl.",
  fieldInvalid: (text) => `„${text}“ ist nicht lesbar und darum noch nicht gespeichert.`,
  imageNoPlan: (name) =>
    `„${name}“ ist ein Bild. Zum Nachzeichnen füge es unter „Bild“ hinzu; Plandateien entstehen mit „Plan exportieren“.`,
  noPlanFile: (name) =>
    `„${name}“ ist keine Plandatei. Wähle eine JSON-Datei aus „Plan exportieren“.`,
  notApplied: "Noch nicht angewendet. Das geschieht beim Speichern.",
  icons: {
    list: "Symbole",
    loading: "Die Namen der Symbole werden geladen …",
    none: "Keine Treffer. Die Namen der Symbole sind englisch, etwa lamp oder bed.",
    found: (count) => counted(count, "# Symbol", "# Symbole"),
  },
  now: {
    applies: "Gilt jetzt.",
    appliesNot: "Gilt jetzt nicht.",
    holds: "Erfüllt.",
    holdsNot: "Nicht erfüllt.",
    holdsAs: (value) => `Erfüllt (jetzt ${value}).`,
    holdsNotAs: (value) => `Nicht erfüllt (jetzt ${value}).`,
    noState: "Nicht erfüllt (Zustand unbekannt).",
    template: "Home Assistant wertet das aus; hier wird es nicht geprüft.",
  },
  oneOf: (number) => `Alternative ${number}`,
  completions: "Vorschläge",
  yamlInvalid: "Der YAML-Text ist ungültig und darum noch nicht gespeichert.",
};

export { measures } from "./measures.ts";
export { arranging, homeAssistant, rules, tools, touch, walls } from "./tools.ts";
export { panels } from "./panels.ts";
export { sun } from "./sun.ts";
export { mesh } from "./mesh.ts";
export { layerForm } from "./layers.ts";
export { trackers } from "./trackers.ts";
export { synonyms } from "./synonyms.ts";
export { exportDialog, sheet } from "./drawing-files.ts";
