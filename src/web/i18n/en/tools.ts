import type { Instruction } from "../word-types.ts";
import { pluralIn } from "../word-types.ts";

const counted = pluralIn("en");

/** Words of the editor's tools. */
export const tools = {
  palette: "Tools",
  select: "Select",
  choosePiece: "What do you want to place?",
  things: (count: number): string => counted(count, "# item", "# items"),
  added: (name: string): string => `${name} added.`,
  removed: (name: string): string => `${name} deleted.`,
  removedWithOpenings: (name: string, openings: number): string =>
    `${name} deleted, with ${counted(openings, "# opening", "# openings")}.`,
  copied: (name: string): string => `${name} copied.`,
  moved: (x: string, z: string): string => `At ${x}, ${z}.`,
  /** Of a turned plan: from the upper and the right edge of the sheet. */
  movedTurned: (down: string, right: string): string =>
    `${down} from the top, ${right} from the right.`,
  detached: (name: string) =>
    `${name} no longer shares a wall with its neighbours. Undo puts it back.`,
  detach: (name: string): Instruction => ({
    mouse: `Drag farther to detach ${name} from its neighbours, or hold Alt.`,
    touch: `Drag farther to detach ${name} from its neighbours.`,
  }),
  tooSmall: "Too small for a room: draw a larger one.",
  zoneTooSmall: "Too small for a zone: draw a larger one.",
  tooShort: "Too short: draw a longer one.",
  nameOf: "Name",
  handles: {
    corner: (number: number): string => `Corner ${number}`,
    wall: (number: number): string => `Wall ${number}`,
    end: (number: number): string => (number === 1 ? "One end" : "Other end"),
    side: (number: number): string =>
      ["Back", "Right side", "Front", "Left side"][number - 1] ?? `Side ${number}`,
    turn: (): string => "Rotate",
    label: (): string => "Position of the name",
  },
  hints: {
    select: {
      mouse: "Click an item to select it, and drag to move it.",
      touch: "Tap an item to select it, and drag to move it.",
    },
    selectedMany: "Drag one to move all of them.",
    roomNext: "Drag the next room beside this one: their walls join. Then add doors and windows.",
    roomSecond: "Now the opposite corner.",
    lineSecond: "Now the other end.",
    cornersNext: {
      mouse: "Click the next corner. Undo takes the last one back.",
      touch: "Tap the next corner. Undo takes the last one back.",
    },
    cornersClose: {
      mouse: "Click the next corner, or the first one to close the room.",
      touch: "Tap the next corner, or the first one to close the room.",
    },
    image: {
      mouse: "Drag the image into place. Press Esc to finish.",
      touch: "Drag the image into place. Tap “Select” to finish.",
    },
    scan: {
      mouse: "Click a wall to leave it out or take it. Press Esc to leave.",
      touch: "Tap a wall to leave it out or take it.",
    },
    calibrate: {
      mouse: "Click one of two points of the image whose distance you know.",
      touch: "Tap one of two points of the image whose distance you know.",
    },
    calibrateSecond: "Now the other point.",
    calibrateDistance: "Type their distance, or set the points again.",
    openingHere: "There is already an opening here: drag it along the wall.",
    noWalls: "Draw a room or a wall first: openings go into walls.",
    noWallHere: "There is no wall here. Point at a wall.",
    letGo: (name: string) => `Let go where it goes: ${name}.`,
    place: (name: string): Instruction => ({
      mouse: `Click where it goes: ${name}.`,
      touch: `Tap where it goes: ${name}.`,
    }),
    several: "Hold Shift to place several.",
    turns: "Press R to rotate.",
  },
};

export type ToolsTexts = typeof tools;

/** Words for copying, arranging and grouping, and their menu. */
export const arranging = {
  menu: "Actions",
  more: "More actions",
  copy: "Copy",
  cut: "Cut",
  paste: "Paste",
  pasteInPlace: "Paste in place",
  selectAll: "Select all",
  group: "Group",
  ungroup: "Ungroup",
  align: "Align",
  alignLeft: "Left",
  alignCentre: "Centre",
  alignRight: "Right",
  alignTop: "Top",
  alignMiddle: "Middle",
  alignBottom: "Bottom",
  distribute: "Distribute",
  distributeHorizontally: "Horizontally",
  distributeVertically: "Vertically",
  order: "Order",
  toFront: "Bring to front",
  forward: "Bring forward",
  backward: "Send backward",
  toBack: "Send to back",
  pick: "Select several",
  picking: "Tap the items you want; drag to draw a frame.",
  nothingCopied: "Nothing has been copied yet.",
  notOurs: "The clipboard does not contain part of a plan.",
  leftOut: (count: number): string =>
    counted(
      count,
      "There is no wall with space for the opening here.",
      "There is no wall with space for # openings here.",
    ),
  copyLevel: (name: string): string => `Duplicate ${name}`,
  copyOnly: "Duplicate floor",
  nameOfCopy: (name: string): string => `Copy of ${name}`,
  copyLevelQuestion: (name: string): string => `Duplicate the floor ${name}?`,
  copyLevelEntities: (count: number): string =>
    counted(
      count,
      "Its items show # entity. Should the copies show it too?",
      "Its items show # entities. Should the copies show them too?",
    ),
  withoutEntities: "Without entities",
  sameEntities: "With the same entities",
  /** Names of the undo steps. */
  actions: {
    align: "Align",
    distribute: "Distribute",
    order: "Change order",
    group: "Group",
    ungroup: "Ungroup",
    cut: "Cut",
    copyLevel: "Duplicate floor",
  },
  /** Names of keys without a symbol. */
  keyNames: { ctrl: "Ctrl", shift: "Shift", delete: "Del", f2: "F2", f10: "F10" },
  shortcuts: {
    title: "Copy and arrange",
    keys: [
      [["Ctrl", "click"], "Add to the selection, or remove from it"],
      [["Drag"], "In a room that is not selected: draw a frame"],
      [["Ctrl", "Shift", "V"], "Paste in place, on another floor too"],
      [["Ctrl", "G"], "Group, with Shift ungroup"],
      [["Ctrl", "↑"], "Bring forward, with Shift to front"],
      [["Ctrl", "↓"], "Send backward, with Shift to back"],
      [["Shift", "F10"], "Menu of actions, like a right click"],
    ] as readonly (readonly [keys: readonly string[], meaning: string])[],
  },
};

export type ArrangingTexts = typeof arranging;

/** Words about Home Assistant's areas and entities. */
export const homeAssistant = {
  picker: {
    list: "Entities",
    none: "No matches. You can also type a full entity ID.",
    found: (count: number): string => counted(count, "# entity", "# entities"),
    unknownEntity: "Home Assistant does not have this entity.",
    another: (id: string): string => `Replacement for ${id}`,
    more: (number: number): string => `Entity ${number}`,
  },
  areas: {
    title: "Rooms from areas",
    hint: "Home Assistant areas that no room is linked to. Each becomes a room of 4 by 3 metres beside the drawing, with its sensors.",
    none: "Every area is linked to a room.",
    noAreas: "Home Assistant has no areas.",
    noFloor: "No floor",
    make: (count: number): string => counted(count, "Create # room", "Create # rooms"),
    made: (count: number): string => counted(count, "# room created.", "# rooms created."),
    start: (count: number): string =>
      counted(
        count,
        "Create # room from its area, with lights",
        "Create # rooms from areas, with lights",
      ),
    linkHint: "These areas have the same name as a room on the plan.",
    link: (name: string): string => `Link “${name}”`,
    linkAll: (count: number): string => counted(count, "Link # room", "Link all # rooms"),
    linked: (count: number): string => counted(count, "# room linked.", "# rooms linked."),
    fill: "Add missing sensors",
    fillHint: "Some linked rooms lack a temperature or humidity sensor that their area has.",
  },
  unplaced: {
    title: "Not placed yet",
    hint: "Drag an entity onto the drawing, or tap it to place it in its room.",
    none: "Everything in the linked areas is on the plan.",
    noRooms: "Link rooms to areas to see their entities here.",
    room: "Room",
    allRooms: "All rooms",
    choose: (name: string): string => `Choose ${name}`,
    chooseAll: (room: string): string => `Choose all of ${room}`,
    place: (name: string, room: string): string => `Place ${name} in ${room}`,
    placeMany: (count: number, room: string): string => `Place ${count} in ${room}`,
    as: (name: string): string => `Place ${name} as`,
    separateDevice: "Separate device",
    contact: (opening: string): string => `Contact of ${opening}`,
    lock: (opening: string): string => `Lock of ${opening}`,
    blind: (opening: string): string => `Blind of ${opening}`,
    placed: (name: string): string => `${name} placed.`,
    things: (count: number): string => counted(count, "# item", "# items"),
    notHere: "Not placed. Drop it on the drawing.",
  },
};

export type HomeAssistantTexts = typeof homeAssistant;

/** Words for rules that change the look of an item. */
export const rules = {
  title: "Rules",
  hint: "A rule changes the look while all its conditions are met. For each field, the first matching rule wins.",
  rule: (number: number): string => `Rule ${number}`,
  entity: "If this entity",
  also: "And if",
  condition: (number: number): string => `Condition ${number}`,
  comparison: "Comparison",
  kinds: {
    state: "is",
    state_not: "is not",
    above: "is above",
    below: "is below",
    between: "is between",
    known: "has any state",
    template: "Template",
    any: "any of these is met",
  },
  states: "State (or several, separated by commas)",
  above: "Above",
  below: "Below",
  attribute: "Attribute",
  removeCondition: (number: number): string => `Remove condition ${number}`,
  always: "Without conditions, the rule always applies.",
  fields: {
    color: "Set colour",
    icon: "Icon",
    text: "Text",
    tint: "Room colour",
    color_on: "Colour when on",
    size: "Size",
    opacity: "Opacity (0 to 1)",
    layer: "Stacking",
  },
  more: "More changes",
  hide: "Hidden",
  add: "Add rule",
  addCondition: "Add condition",
  remove: (number: number): string => `Remove rule ${number}`,
};

export type RulesTexts = typeof rules;

/** Words for the actions of an item. */
export const touch = {
  defaultAction: "Default",
  /** The address of the page to open. */
  path: "Page, such as /lovelace/kitchen",
  actions: {
    toggle: "Toggle",
    "more-info": "Show details",
    "perform-action": "Call an action",
    navigate: "Go to page",
    none: "Nothing",
  },
  call: "Action of Home Assistant",
  noCall: "Enter a domain and an action, such as light.turn_on.",
  data: "Its data (JSON)",
  noData: "Enter a JSON object.",
  ask: "Ask first",
  question: "Question",
  /** Stands in the field while there is no question of its own. */
  usualQuestion: "What it does",
};

export type TouchTexts = typeof touch;

/** Words for walls and room labels. */
export const walls = {
  labelBack: "Reset the position of the name",
  ofPlan: {
    titles: "Walls of the whole plan",
    explained: "Measured from face to face; a room can have its own wall thickness.",
  },
  /** For an invalid thickness, in metres. */
  wrongThickness: (least: number, most: number) => `Enter a thickness from ${least} to ${most} m.`,
  /** For an invalid height, in metres. */
  wrongHeight: (least: number, most: number) => `Enter a height from ${least} to ${most} m.`,
  lintelBelowSill: "The lintel must be above the sill.",
  single: "Heights of single walls",
};

export type WallsTexts = typeof walls;
