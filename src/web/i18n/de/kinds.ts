import type { KindsTexts, StatesTexts } from "../en/kinds.ts";
import type { ThingWords, TypeWords } from "../word-types.ts";
import type { DrawingWords } from "../../renderer/options.ts";
import { furniture, openings } from "./pieces.ts";

const things: ThingWords = {
  rooms: "Raum",
  zones: "Zone",
  walls: "Wand",
  openings: "Öffnung",
  furniture: "Möbel",
  devices: "Gerät",
  sensors: "Sensor",
  texts: "Text",
  dimensions: "Maß",
};

const types: TypeWords = {
  openings,
  furniture,
  devices: {
    alarm: "Alarm",
    camera: "Kamera",
    dishwasher: "Spülmaschine",
    doorbell: "Türklingel",
    dryer: "Wäschetrockner",
    fan: "Lüfter",
    generic: "Gerät",
    lock: "Schloss",
    media: "Mediengerät",
    plug: "Steckdose",
    radiator: "Heizkörper",
    router: "Router",
    speaker: "Lautsprecher",
    thermostat: "Thermostat",
    vacuum: "Staubsauger",
    washer: "Waschmaschine",
  },
};

const move = {
  mouse: "Zum Verschieben ziehen, zum Löschen Entf drücken.",
  touch: "Zum Verschieben ziehen. Die Leiste auf der Zeichnung kopiert und löscht.",
};
const choosePiece = "Wähle ein Element aus der Liste, oder zieh es auf den Plan.";

export const kinds: KindsTexts = {
  rooms: {
    many: "Räume",
    selected: {
      mouse:
        "Zieh den Raum, eine Wand oder eine Ecke. Doppelklick auf eine Wand: Ecke hinzufügen, auf eine Ecke: löschen, auf den Raum: umbenennen.",
      touch:
        "Zieh Raum, Wand oder Ecke. Doppelt auf eine Wand tippen: neue Ecke, auf eine Ecke: löschen.",
    },
    question: "Wie heißt dieser Raum?",
    proposals: [
      "Wohnzimmer",
      "Schlafzimmer",
      "Küche",
      "Bad",
      "Flur",
      "Kinderzimmer",
      "Arbeitszimmer",
      "Esszimmer",
      "WC",
      "Abstellraum",
      "Balkon",
    ],
    tools: {
      room: { name: "Raum", hint: "Zieh von einer Ecke des Raums zur gegenüberliegenden." },
      corners: {
        name: "Raum nach Ecken",
        hint: {
          mouse: "Klick dorthin, wo die erste Ecke sein soll.",
          touch: "Tipp dorthin, wo die erste Ecke sein soll.",
        },
      },
    },
  },
  zones: {
    many: "Zonen",
    selected: {
      mouse:
        "Zieh am Umriss oder an einer Ecke, oder in der Zone, um sie zu verschieben. Ein Doppelklick auf den Umriss fügt eine Ecke hinzu, auf eine Ecke löscht er sie.",
      touch:
        "Zieh an Zone, Umriss oder Ecke. Doppeltipp auf den Umriss fügt eine Ecke hinzu, auf eine Ecke löscht sie.",
    },
    question: "Wie heißt diese Zone?",
    proposals: ["Sofa", "Bett", "Schreibtisch", "Esstisch", "Dusche", "Ventilator"],
    tools: { zone: { name: "Zone", hint: "Zieh von einer Ecke der Zone zur gegenüberliegenden." } },
  },
  walls: {
    many: "Wände",
    selected:
      "Zieh an einem Ende oder an der Wand. Türen und Fenster kommen in die Wände von Räumen.",
    tools: {
      wall: { name: "Wand", hint: "Zieh eine freistehende Wand von einem Ende zum anderen." },
    },
  },
  openings: {
    many: "Türen und Fenster",
    selected:
      "Zieh sie an der Wand entlang oder zu einer anderen. Zieh an einem Ende, um die Breite zu ändern.",
    tools: {
      door: {
        name: "Tür",
        hint: {
          mouse: "Klick auf eine Wand, um eine Tür einzusetzen.",
          touch: "Tipp auf eine Wand, um eine Tür einzusetzen.",
        },
      },
      window: {
        name: "Fenster",
        hint: {
          mouse: "Klick auf eine Wand, um ein Fenster einzusetzen.",
          touch: "Tipp auf eine Wand, um ein Fenster einzusetzen.",
        },
      },
      passage: {
        name: "Durchgang",
        hint: {
          mouse: "Klick auf eine Wand, um einen Durchgang einzusetzen.",
          touch: "Tipp auf eine Wand, um einen Durchgang einzusetzen.",
        },
      },
      opening: { name: "Weitere Öffnungen", hint: choosePiece },
    },
  },
  furniture: {
    many: "Möbel und Lampen",
    selected: {
      mouse: "Zum Verschieben ziehen, zum Drehen R drücken, zum Löschen Entf.",
      touch: "Zum Verschieben ziehen. Die Leiste auf der Zeichnung dreht, kopiert und löscht.",
    },
    tools: { furniture: { name: "Möbel", hint: choosePiece } },
  },
  devices: {
    many: "Geräte",
    selected: move,
    tools: { device: { name: "Geräte", hint: choosePiece } },
  },
  sensors: { many: "Sensoren", selected: move, tools: {} },
  texts: {
    many: "Texte",
    selected: move,
    question: "Was soll da stehen?",
    tools: {
      text: {
        name: "Text",
        hint: {
          mouse: "Klick dorthin, wo der Text stehen soll.",
          touch: "Tipp dorthin, wo der Text stehen soll.",
        },
      },
    },
  },
  dimensions: {
    many: "Maße",
    selected:
      "Zieh an einem Ende, um etwas anderes zu messen, oder an der Linie, um sie zu verschieben.",
    tools: {
      dimension: { name: "Maß", hint: "Zieh von einem Ende des Maßes zum anderen." },
    },
  },
};

export const states: StatesTexts = {
  active: "Aktiv",
  buffering: "Puffern",
  cleaning: "Reinigt",
  closed: "Geschlossen",
  closing: "Wird geschlossen",
  docked: "Angedockt",
  error: "Fehler",
  home: "Zuhause",
  idle: "Leerlauf",
  jammed: "Verklemmt",
  locked: "Verriegelt",
  locking: "Wird verriegelt",
  mowing: "Mäht",
  not_home: "Abwesend",
  off: "Aus",
  ok: "OK",
  on: "Ein",
  open: "Geöffnet",
  opening: "Wird geöffnet",
  paused: "Pausiert",
  playing: "Wiedergabe",
  problem: "Problem",
  recording: "Nimmt auf",
  returning: "Rückkehr zur Ladestation",
  standby: "Standby",
  stopped: "Gestoppt",
  streaming: "Überträgt",
  unavailable: "Nicht verfügbar",
  unknown: "Unbekannt",
  unlocked: "Entriegelt",
  unlocking: "Wird entriegelt",
};

export const drawing: DrawingWords = {
  things,
  types,
  lamp: "Lampe",
  states,
  marks: { added: "neu", removed: "entfernt", moved: "verschoben", changed: "geändert" },
};
