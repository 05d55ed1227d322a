import type { Collection } from "../../../model/kinds/kinds.ts";
import type { GroupWords, KindWords, ThingWords, TypeWords } from "../word-types.ts";
import type { DrawingWords } from "../../renderer/options.ts";

const things: ThingWords = {
  rooms: "Room",
  walls: "Wall",
  openings: "Opening",
  furniture: "Furniture",
  devices: "Device",
  sensors: "Sensor",
  texts: "Text",
  dimensions: "Dimension",
};

const types: TypeWords = {
  openings: { door: "Door", passage: "Passage", window: "Window" },
  furniture: {
    armchair: "Armchair",
    bathtub: "Bathtub",
    bed: "Bed",
    bench: "Bench",
    chair: "Chair",
    chest: "Chest of drawers",
    desk: "Desk",
    fridge: "Fridge",
    kitchen: "Kitchen units",
    lamp_ceiling: "Ceiling lamp",
    lamp_floor: "Floor lamp",
    lamp_panel: "Light panel",
    lamp_pendant: "Pendant lamp",
    lamp_spot: "Spotlight",
    lamp_table: "Table lamp",
    led_strip: "LED strip",
    nightstand: "Nightstand",
    oven: "Oven",
    piano: "Piano",
    plant: "Plant",
    printer: "Printer",
    rack: "Rack",
    robot_vacuum: "Robot vacuum",
    shelf: "Shelf",
    shower: "Shower",
    sofa: "Sofa",
    stairs: "Stairs",
    table: "Table",
    tv_wall: "TV wall",
    wardrobe: "Wardrobe",
    washbasin: "Washbasin",
    washing_machine: "Washing machine",
    wc: "Toilet",
    workbench: "Workbench",
  },
  devices: {
    alarm: "Alarm",
    camera: "Camera",
    dishwasher: "Dishwasher",
    doorbell: "Doorbell",
    dryer: "Tumble dryer",
    fan: "Fan",
    generic: "Device",
    lock: "Lock",
    media: "Media player",
    plug: "Socket",
    radiator: "Radiator",
    router: "Router",
    speaker: "Speaker",
    thermostat: "Thermostat",
    vacuum: "Vacuum cleaner",
    washer: "Washing machine",
  },
};

export const furnitureGroups: GroupWords = {
  living: "Living",
  sleeping: "Sleeping and working",
  water: "Kitchen and bath",
  lamps: "Lamps",
  more: "More",
};

const move = "Drag it to move it. Delete removes it.";
const choosePiece = "Choose from the list what you want to place.";

/** What the editor says of each kind of thing. */
export const kinds = {
  rooms: {
    many: "Rooms",
    selected:
      "Drag the room, a wall or a corner. Double-click a wall for a new corner, a corner to take it away, the room for its name.",
    question: "What is this room called?",
    proposals: [
      "Living room",
      "Bedroom",
      "Kitchen",
      "Bathroom",
      "Hall",
      "Children’s room",
      "Study",
      "Dining room",
      "Toilet",
      "Storage",
      "Balcony",
    ],
    tools: {
      room: { name: "Room", hint: "Drag from one corner of the room to the opposite one." },
      corners: { name: "Room by corners", hint: "Click where the first corner is." },
    },
  },
  walls: {
    many: "Walls",
    selected:
      "Drag one of its ends, or the wall to move it. Doors and windows go into the walls of rooms.",
    tools: {
      wall: { name: "Wall", hint: "Drag from one end of a wall that stands free to the other." },
    },
  },
  openings: {
    many: "Doors and windows",
    selected: "Drag it along the wall or to another one. Its ends change the width.",
    tools: {
      door: { name: "Door", hint: "Point at a wall and click to put a door there." },
      window: { name: "Window", hint: "Point at a wall and click to put a window there." },
      passage: { name: "Passage", hint: "Point at a wall and click to put a passage there." },
    },
  },
  furniture: {
    many: "Furniture and lamps",
    selected: "Drag it to move it. Delete removes it. R turns it.",
    tools: { furniture: { name: "Furniture", hint: choosePiece } },
  },
  devices: {
    many: "Devices",
    selected: move,
    tools: { device: { name: "Devices", hint: choosePiece } },
  },
  sensors: { many: "Sensors", selected: move, tools: {} },
  texts: {
    many: "Texts",
    selected: move,
    question: "What does it say?",
    tools: { text: { name: "Text", hint: "Click where the text goes." } },
  },
  dimensions: {
    many: "Dimensions",
    selected: "Drag one of its ends to measure something else, or the line to move it.",
    tools: {
      dimension: { name: "Measure", hint: "Drag from one end of what you measure to the other." },
    },
  },
} satisfies Readonly<Record<Collection, KindWords>>;

export type KindsTexts = typeof kinds;

/** Words for states that mean the same wherever they are, until Home Assistant's own are here: one language names all that others need. */
export const states = {
  active: "Active",
  buffering: "Buffering",
  cleaning: "Cleaning",
  closed: "Closed",
  closing: "Closing",
  docked: "Docked",
  error: "Error",
  home: "Home",
  idle: "Idle",
  jammed: "Jammed",
  locked: "Locked",
  locking: "Locking",
  mowing: "Mowing",
  not_home: "Away",
  off: "Off",
  ok: "OK",
  on: "On",
  open: "Open",
  opening: "Opening",
  paused: "Paused",
  playing: "Playing",
  problem: "Problem",
  recording: "Recording",
  returning: "Returning to dock",
  standby: "Standby",
  stopped: "Stopped",
  streaming: "Streaming",
  unavailable: "Unavailable",
  unknown: "Unknown",
  unlocked: "Unlocked",
  unlocking: "Unlocking",
};

/** The same words in any language. */
export type StatesTexts = typeof states;

export const drawing: DrawingWords = {
  things,
  types,
  lamp: "Lamp",
  states,
  marks: { added: "added", removed: "removed", moved: "moved", changed: "changed" },
};
