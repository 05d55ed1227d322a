import type {
  ChangesTexts,
  EditorTexts,
  FormsTexts,
  out as english,
  SessionTexts,
  TogetherTexts,
} from "../en/editing.ts";

export const editor: EditorTexts = {
  title: "Grundriss-Editor",
  drawing: "Zeichnung",
  back: "Zurück zum Plan",
  undo: "Rückgängig",
  redo: "Wiederholen",
  snap: "Einrasten",
  snapHint: "An Raster, Wänden und Ecken einrasten (S). Alt gedrückt halten setzt es aus.",
  zoomIn: "Vergrößern",
  zoomOut: "Verkleinern",
  fit: "Alles zeigen",
  help: "Tastenkürzel",
  panel: "Einzelheiten",
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
    conflicts: "Wahl offen",
    away: "Offline",
    awayDirty: "Offline, auf diesem Gerät behalten",
  },
  selection: "Auswahl",
  rename: "Name",
  hinge: "Anschlag",
  swing: "Richtung",
  rotate: "Drehen",
  duplicate: "Verdoppeln",
  remove: "Löschen",
  threeCorners: "Ein Raum braucht mindestens drei Ecken.",
  welcome: "Dein erster Raum",
  welcomeHint: "Zieh ihn auf dem Blatt auf. Türen, Fenster und Möbel kommen danach.",
  welcomeImport: "Plan importieren …",
  levels: "Etagen",
  noLevels:
    "Der Plan hat eine Etage ohne Namen. Füge eine weitere hinzu, und beide bekommen einen.",
  levelName: "Name der Etage",
  manageLevels: "Etagen verwalten",
  addLevel: "Etage hinzufügen",
  firstLevel: "Erdgeschoss",
  newLevel: (number) => (number === 1 ? "Obergeschoss" : `${number}. Etage`),
  levelUp: (name) => `${name} nach oben`,
  levelDown: (name) => `${name} nach unten`,
  removeLevel: (name) => `${name} löschen`,
  removeLevelQuestion: (name) => `Die Etage ${name} löschen?`,
  removeLevelConsequence: ({ rooms, openings, items, hasImage }) => {
    const counts = [
      rooms === 1 ? "1 Raum" : `${rooms} Räume`,
      openings === 1 ? "1 Tür oder Fenster" : `${openings} Türen und Fenster`,
      items === 1 ? "1 Gegenstand" : `${items} Gegenstände`,
    ].join(", ");
    return rooms + openings + items === 0 && !hasImage
      ? "Es ist nichts darauf."
      : `Mit ihr verschwinden: ${counts}${hasImage ? " und ihr Vorlagebild" : ""}. Rückgängig holt alles zurück.`;
  },
  actions: {
    draw: "Zeichnen",
    add: "Hinzufügen",
    move: "Verschieben",
    reshape: "Form ändern",
    label: "Den Namen verschieben",
    resize: "Größe ändern",
    rotate: "Drehen",
    flip: "Wenden",
    rename: "Benennen",
    remove: "Löschen",
    paste: "Einfügen",
    duplicate: "Verdoppeln",
    addLevel: "Etage hinzufügen",
    renameLevel: "Etage umbenennen",
    moveLevel: "Etagen ordnen",
    removeLevel: "Etage löschen",
    draft: "Ungespeicherte Arbeit aufnehmen",
    wentBack: "Dem Dienst zu einem anderen Plan folgen",
  },
  escape: "Abbrechen, dann zurück zum Auswählen",
  characters: "Buchstaben, Ziffern und Zeichen wirken, solange die Zeichnung den Fokus hat.",
  shortcuts: [
    {
      title: "Auswahl",
      keys: [
        [["Umschalt", "Klick"], "Zur Auswahl hinzufügen"],
        [["Umschalt", "ziehen"], "Auswählen, was im Rahmen liegt"],
        [["Strg", "A"], "Alles auf der Etage auswählen"],
        [["Pfeile"], "Um 5 cm verschieben, mit Umschalt um 50 cm"],
        [["R"], "Um 90° drehen, mit Umschalt zurück"],
        [["Strg", "C"], "Kopieren"],
        [["Strg", "X"], "Ausschneiden"],
        [["Strg", "V"], "Einfügen"],
        [["Strg", "D"], "Verdoppeln"],
        [["Entf"], "Löschen"],
        [["F2"], "Benennen"],
      ],
    },
    {
      title: "Plan und Ansicht",
      keys: [
        [["Strg", "S"], "Speichern"],
        [["Strg", "Z"], "Rückgängig"],
        [["Strg", "Y"], "Wiederholen"],
        [["S"], "Einrasten an oder aus"],
        [["Alt"], "Gedrückt halten setzt das Einrasten aus"],
        [["+", "−"], "Vergrößern und verkleinern, wie das Rad"],
        [["0"], "Alles zeigen"],
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
        [["Enter"], "Form auswählen; noch einmal: zu ihren Griffen"],
        [["Pfeile"], "Form, Griff oder das Kreuz eines Werkzeugs bewegen"],
        [["Enter"], "Punkt am Kreuz setzen; auf dem Griff einer Wand: neue Ecke"],
        [["Leertaste"], "Punkt am Kreuz setzen, wo Enter den Raum schließt"],
        [["Entf"], "Auf dem Griff einer Ecke: die Ecke wegnehmen"],
      ],
    },
  ],
};

export const session: SessionTexts = {
  problems: {
    wentBack: {
      what: "Der Dienst ist mit einem anderen Plan zurückgekommen, als er vorher hatte.",
      next: "Was er verloren hat, ist noch hier: Rückgängig holt es zurück, und Speichern sichert es wieder.",
    },
    draftFailed: {
      what: "Ungespeicherte Änderungen können auf diesem Gerät nicht aufbewahrt werden.",
      next: "Speichere oft: Sie gehen verloren, wenn diese Seite geschlossen wird.",
    },
    notStored: {
      what: "Was zuletzt gespeichert wurde, ist im gespeicherten Plan nicht angekommen.",
      next: "Deine Änderungen sind noch hier: Speichere noch einmal.",
    },
  },
  steps: {
    draft: "Übernahme ungespeicherter Arbeit",
    wentBack: "Rückkehr des Dienstes zu einem anderen Plan",
  },
};

export const together: TogetherTexts = {
  saved: (who, count) => `${who} ${count === 1 ? "hat" : "haben"} gespeichert. Neu in deinem Plan:`,
  somebody: "jemand anderes",
  nothing: "nichts geändert",
  more: "und mehr",
  one: {
    added: (name) => `${name} hinzugefügt`,
    removed: (name) => `${name} entfernt`,
    renamed: (name) => `${name} umbenannt`,
    moved: (name) => `${name} verschoben`,
    changed: (name) => `${name} geändert`,
    reordered: (name) => `${name} umgeordnet`,
  },
  many: {
    added: (count) => `${count} Dinge hinzugefügt`,
    removed: (count) => `${count} Dinge entfernt`,
    renamed: (count) => `${count} Dinge umbenannt`,
    moved: (count) => `${count} Dinge verschoben`,
    changed: (count) => `${count} Dinge geändert`,
    reordered: (count) => `${count} Listen umgeordnet`,
  },
  stored: "jetzt gespeichert",
  present: "Bearbeiten auch",
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
  reordered: (list) => `${list}: andere Reihenfolge`,
  fields: {
    backgrounds: "Vorlagebilder",
    from: "Ein Ende",
    id: "Kennung",
    labels: "Plätze der Raumnamen",
    left: "Von links",
    opacity: "Deckkraft",
    outdoor: "Außenbereich",
    points: "Ecken",
    rules: "Regeln",
    to: "Anderes Ende",
    top: "Von oben",
    url: "Bild",
  },
};

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

export const forms: FormsTexts = {
  noLength: "Das ist keine Länge: Schreib 5,2, 520 cm oder 17' 6\".",
  noNumber: "Das ist keine Zahl.",
  heldBack: (text) => `„${text}“ ist nicht zu lesen und darum noch nicht gespeichert.`,
  imageNoPlan: (name) =>
    `„${name}“ ist ein Bild: Zum Nachzeichnen lade es unter „Vorlage“ hoch. Eine Plandatei ist, was „Plan exportieren“ schreibt.`,
  noPlanFile: (name) =>
    `„${name}“ ist keine Plandatei: Das ist das JSON, das „Plan exportieren“ schreibt.`,
  notApplied: "Dieser Text ist noch nicht angewendet; Speichern wendet ihn an.",
  icons: {
    list: "Symbole",
    loading: "Die Namen der Symbole werden geladen…",
    none: "Kein Symbol gefunden. Ihre Namen sind englisch, etwa lamp oder bed.",
    found: (count) => (count === 1 ? "1 Symbol" : `${count} Symbole`),
  },
  now: {
    applies: "Gilt jetzt.",
    appliesNot: "Gilt jetzt nicht.",
    holds: "Erfüllt.",
    holdsNot: "Nicht erfüllt.",
    holdsAs: (value) => `Erfüllt: ist ${value}.`,
    holdsNotAs: (value) => `Nicht erfüllt: ist ${value}.`,
    noState: "Nicht erfüllt: Darüber ist nichts bekannt.",
    template: "Das rechnet Home Assistant aus; hier wird es nicht geprüft.",
  },
  oneOf: (number) => `Möglichkeit ${number}`,
  pieces: { search: "Suchen", none: "So heißt nichts." },
  completions: "Was hier stehen kann",
  yamlHeldBack: "Der YAML-Text lässt sich nicht anwenden und ist darum noch nicht gespeichert.",
};

export { arranging, house, measures, rules, tapped, tools, touch, walls } from "./tools.ts";
export { panels } from "./panels.ts";
