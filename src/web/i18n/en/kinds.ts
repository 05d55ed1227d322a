import type { Collection } from "../../../model/kinds/kinds.ts";
import type { KindWords, ThingWords, TypeWords } from "../word-types.ts";
import type { DrawingWords } from "../../renderer/options.ts";
import { furniture, openings } from "./pieces.ts";

const things: ThingWords = {
  rooms: "Room",
  zones: "Zone",
  walls: "Wall",
  openings: "Opening",
  furniture: "Furniture",
  devices: "Device",
  sensors: "Sensor",
  texts: "Text",
  dimensions: "Dimension",
};

const types: DrawingWords["types"] = {
  openings,
  furniture,
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
  } satisfies TypeWords["devices"],
};

const move = {
  mouse: "Drag to move, press Delete to delete.",
  touch: "Drag to move. The bar on the drawing copies and deletes it.",
};
const choosePiece = "Choose an item from the list, or drag it onto the plan.";

/** The editor's words for each collection. */
export const kinds = {
  rooms: {
    many: "Rooms",
    selected: {
      mouse:
        "Drag the room, a wall or a corner. Double-click a wall to add a corner, a corner to delete it, or the room to rename it.",
      touch:
        "Drag the room, a wall or a corner. Double-tap a wall to add a corner, a corner to delete it.",
    },
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
      corners: {
        name: "Room by corners",
        hint: {
          mouse: "Click where the first corner goes.",
          touch: "Tap where the first corner goes.",
        },
      },
    },
  },
  zones: {
    many: "Zones",
    selected: {
      mouse:
        "Drag the outline or a corner, or within the zone to move it. Double-click the outline to add a corner, a corner to delete it.",
      touch:
        "Drag the zone, its outline or a corner. Double-tap the outline to add a corner, a corner to delete it.",
    },
    question: "What is this zone called?",
    proposals: ["Sofa", "Bed", "Desk", "Dining table", "Shower", "Fan"],
    tools: {
      zone: { name: "Zone", hint: "Drag from one corner of the zone to the opposite one." },
    },
  },
  walls: {
    many: "Walls",
    selected: "Drag an end, or the wall to move it. Doors and windows go into the walls of rooms.",
    tools: {
      wall: { name: "Wall", hint: "Drag from one end of a freestanding wall to the other." },
    },
  },
  openings: {
    many: "Doors and windows",
    selected: "Drag it along its wall or to another one. Drag an end to change the width.",
    tools: {
      door: {
        name: "Door",
        hint: { mouse: "Click a wall to add a door.", touch: "Tap a wall to add a door." },
      },
      window: {
        name: "Window",
        hint: { mouse: "Click a wall to add a window.", touch: "Tap a wall to add a window." },
      },
      passage: {
        name: "Passage",
        hint: { mouse: "Click a wall to add a passage.", touch: "Tap a wall to add a passage." },
      },
      opening: { name: "More openings", hint: choosePiece },
    },
  },
  furniture: {
    many: "Furniture and lamps",
    selected: {
      mouse: "Drag to move, press R to rotate, Delete to delete.",
      touch: "Drag to move. The bar on the drawing turns, copies and deletes it.",
    },
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
    question: "What does the text say?",
    tools: {
      text: {
        name: "Text",
        hint: { mouse: "Click where the text goes.", touch: "Tap where the text goes." },
      },
    },
  },
  dimensions: {
    many: "Dimensions",
    selected: "Drag an end to measure something else, or the line to move it.",
    tools: {
      dimension: { name: "Dimension", hint: "Drag from one end of the dimension to the other." },
    },
  },
} satisfies Readonly<Record<Collection, KindWords>>;

export type KindsTexts = typeof kinds;

/** States with the same meaning in every domain, until Home Assistant's own words are loaded. */
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

/** Words for entity states, in any language. */
export type StatesTexts = typeof states;

export const drawing: DrawingWords = {
  things,
  types,
  lamp: "Lamp",
  states,
  marks: { added: "added", removed: "removed", moved: "moved", changed: "changed" },
};
