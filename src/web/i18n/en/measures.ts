import { pluralIn } from "../word-types.ts";

const counted = pluralIn("en");

/** Words for measures that are shown and typed. */
export const measures = {
  modes: { inner: "Inside dimensions", centre: "Centre-line dimensions" },
  chosen: {
    inner: "Lengths and areas are measured from wall face to wall face.",
    centre: "Lengths and areas are measured from wall centre to wall centre.",
  },
  outerWalls: {
    modes: { full: "Outer walls: full thickness", thin: "Outer walls: thin" },
    chosen: {
      full: "Over the image, outer walls are drawn at their full thickness.",
      thin: "Over the image, outer walls are drawn as thin as inner walls.",
    },
  },
  finish: {
    modes: { materials: "Materials", plain: "Plain colours" },
    chosen: {
      materials: "Floors, walls and furniture are drawn in their materials.",
      plain: "Everything is drawn in plain colours.",
    },
  },
  ruler: "Tape measure",
  rulerHint: {
    mouse: "Click one end of what you want to measure. Nothing is drawn.",
    touch: "Tap one end of what you want to measure. Nothing is drawn.",
  },
  measured: (length: string, x: string, z: string): string =>
    `${length} (${x} horizontally, ${z} vertically).`,
  area: (metres: string): string => `${metres} m²`,
  width: "Width",
  depth: "Depth",
  length: "Length",
  wall: (number: number): string => `Length of wall ${number}`,
  ends: ["Distance to one end of the wall", "Distance to the other end of the wall"],
  directions: {
    left: "Distance to the left",
    right: "Distance to the right",
    up: "Distance upwards",
    down: "Distance downwards",
  },
  sides: {
    legend: "End that moves",
    flat: { first: "Left", last: "Right" },
    upright: { first: "Upper", last: "Lower" },
  },
  /** On the drawing, where two rooms overlap. */
  overlap: (metres: string): string => `Overlap ${metres}`,
  /** Labels of the fields of an item's position in its room. */
  fromWalls: { left: "From the left wall (m)", up: "From the top wall (m)" },
  fromOrigin: { up: "From the top (m)", right: "From the right (m)" },
  size: {
    title: "Size",
    width: "Width (m)",
    depth: "Depth (m)",
    area: "Area (m²)",
    areaHint: "A typed area changes the width.",
    bent: "This room isn’t a rectangle: type the lengths of its walls on the drawing.",
    noArea: "That isn’t an area. Try 12.5.",
  },
  behind: {
    legend: "Rooms behind it",
    move: "Move along",
    resize: "Resize",
  },
  /** What a typed length does to other rooms and to furniture: before it is taken, and afterwards. */
  effects: {
    moves: (rooms: string, metres: string): string => `Moving along by ${metres}: ${rooms}.`,
    resizes: (rooms: string): string => `Will be resized: ${rooms}.`,
    moved: (rooms: string, metres: string): string => `${rooms} moved along by ${metres}.`,
    resized: (rooms: string): string => `${rooms}: size changed.`,
    carries: (items: string): string => `Moving with the wall: ${items}.`,
    carried: (items: string): string => `${items} moved with the wall.`,
    stuck: (items: string): string => `Left in a wall: ${items}.`,
    more: (count: number): string => counted(count, "# more", "# more"),
  },
  change: (label: string, metres: string): string => `${label}: ${metres}. Change`,
  type: "Type a length",
  typing: {
    mouse: "Type a number to set the length.",
    touch: "Tap “Type a length” for an exact one.",
  },
  noLength: "That isn’t a length. Try 5.20, 520 cm or 17' 6\".",
  noFit: "There is no space for this length here.",
  taken: (name: string): string => `Another opening is in the way: ${name}.`,
};

export type MeasuresTexts = typeof measures;
