import type { KindsTexts, StatesTexts } from "../en/kinds.ts";
import type { GroupWords, ThingWords, TypeWords } from "../word-types.ts";
import type { DrawingWords } from "../../renderer/options.ts";

const things: ThingWords = {
  rooms: "Raum",
  walls: "Wand",
  openings: "Öffnung",
  furniture: "Möbel",
  devices: "Gerät",
  sensors: "Sensor",
  texts: "Text",
  dimensions: "Maß",
};

const types: TypeWords = {
  openings: { door: "Tür", passage: "Durchgang", window: "Fenster" },
  furniture: {
    armchair: "Sessel",
    bathtub: "Badewanne",
    bed: "Bett",
    bench: "Bank",
    chair: "Stuhl",
    chest: "Kommode",
    desk: "Schreibtisch",
    fridge: "Kühlschrank",
    kitchen: "Küchenzeile",
    lamp_ceiling: "Deckenlampe",
    lamp_floor: "Stehlampe",
    lamp_panel: "Leuchtpaneel",
    lamp_pendant: "Hängelampe",
    lamp_spot: "Strahler",
    lamp_table: "Tischlampe",
    led_strip: "LED-Streifen",
    nightstand: "Nachttisch",
    oven: "Herd",
    piano: "Klavier",
    plant: "Pflanze",
    printer: "Drucker",
    rack: "Serverschrank",
    robot_vacuum: "Saugroboter",
    shelf: "Regal",
    shower: "Dusche",
    sofa: "Sofa",
    stairs: "Treppe",
    table: "Tisch",
    tv_wall: "Fernsehwand",
    wardrobe: "Kleiderschrank",
    washbasin: "Waschbecken",
    washing_machine: "Waschmaschine",
    wc: "Toilette",
    workbench: "Werkbank",
  },
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

export const furnitureGroups: GroupWords = {
  living: "Wohnen",
  sleeping: "Schlafen und Arbeiten",
  water: "Küche und Bad",
  lamps: "Lampen",
  more: "Weiteres",
};

const move = "Zieh es, um es zu verschieben. Entf löscht es.";
const choosePiece = "Such aus der Liste aus, was du aufstellen möchtest.";

export const kinds: KindsTexts = {
  rooms: {
    many: "Räume",
    selected:
      "Zieh den Raum, eine Wand oder eine Ecke. Doppelklick auf eine Wand: neue Ecke, auf eine Ecke: sie geht weg, auf den Raum: Name.",
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
      corners: { name: "Raum nach Ecken", hint: "Klick dorthin, wo die erste Ecke ist." },
    },
  },
  walls: {
    many: "Wände",
    selected:
      "Zieh an einem Ende, oder an der Wand, um sie zu verschieben. Türen und Fenster kommen in die Wände von Räumen.",
    tools: { wall: { name: "Wand", hint: "Zieh eine freie Wand von einem Ende zum anderen." } },
  },
  openings: {
    many: "Türen und Fenster",
    selected: "Zieh sie an der Wand entlang oder zu einer anderen. Die Enden ändern die Breite.",
    tools: {
      door: { name: "Tür", hint: "Zeig auf eine Wand und klick: dort kommt eine Tür hin." },
      window: {
        name: "Fenster",
        hint: "Zeig auf eine Wand und klick: dort kommt ein Fenster hin.",
      },
      passage: {
        name: "Durchgang",
        hint: "Zeig auf eine Wand und klick: dort kommt ein Durchgang hin.",
      },
    },
  },
  furniture: {
    many: "Möbel und Lampen",
    selected: "Zieh es, um es zu verschieben. Entf löscht es. R dreht es.",
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
    question: "Was steht da?",
    tools: { text: { name: "Text", hint: "Klick dorthin, wo der Text stehen soll." } },
  },
  dimensions: {
    many: "Maße",
    selected:
      "Zieh an einem Ende, um etwas anderes zu messen, oder an der Linie, um sie zu verschieben.",
    tools: {
      dimension: { name: "Messen", hint: "Zieh von einem Ende dessen, was du misst, zum anderen." },
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
  ok: "In Ordnung",
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
