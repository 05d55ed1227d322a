/** What the tools of the editor are called, expect and say. */
export const tools = {
  palette: "Tools",
  select: "Select",
  choosePiece: "What do you want to place?",
  things: (count: number): string => `${count} things`,
  added: (name: string): string => `${name} added.`,
  removed: (name: string): string => `${name} deleted.`,
  removedWithOpenings: (name: string, openings: number): string =>
    openings === 1
      ? `${name} deleted, and 1 opening with it.`
      : `${name} deleted, and ${openings} openings with it.`,
  copied: (name: string): string => `${name} copied.`,
  moved: (x: string, z: string): string => `At ${x}, ${z}.`,
  tooSmall: "Too small for a room: draw a larger one.",
  tooShort: "Too short: draw a longer one.",
  nameOf: "Name",
  handles: {
    corner: (number: number): string => `Corner ${number}`,
    wall: (number: number): string => `Wall ${number}`,
    end: (number: number): string => (number === 1 ? "One end" : "Other end"),
    side: (number: number): string =>
      ["Back", "Right side", "Front", "Left side"][number - 1] ?? `Side ${number}`,
    turn: (): string => "Turn",
    label: (): string => "Place of the name",
  },
  hints: {
    select: "Click something to select it, and drag it to move it.",
    selectedMany: "Drag one to move all of them.",
    roomNext: "Drag the next room beside this one: their walls join. Then add doors and windows.",
    roomSecond: "Now the opposite corner.",
    lineSecond: "Now the other end.",
    cornersNext: "Click the next corner. Undo takes the last one back.",
    cornersClose: "Click the next corner, or the first one to close the room.",
    image: "Drag the image to where it belongs. Esc ends it.",
    calibrate: "Click one of two points of the image whose distance you know.",
    calibrateSecond: "Now the other point.",
    openingHere: "There is one here already: drag it along the wall.",
    noWalls: "Draw a room first: openings go into its walls.",
    noWallHere: "There is no wall here. Point at one.",
    place: (name: string): string => `Click where it goes: ${name}.`,
    turns: "R turns it.",
  },
};

export type ToolsTexts = typeof tools;

/** Copying, arranging and grouping, and the menu that offers it. */
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
  toFront: "To the front",
  forward: "One up",
  backward: "One down",
  toBack: "To the back",
  pick: "Select several",
  picking: "Tap what you want; a drag draws a frame.",
  pickingEnds: "Done",
  nothingCopied: "Nothing was copied yet.",
  notOurs: "What was copied last is no part of a plan.",
  leftOut: (count: number): string =>
    count === 1
      ? "There is no wall with a place for the opening here."
      : `There is no wall with a place for ${count} openings here.`,
  copyLevel: (name: string): string => `Duplicate ${name}`,
  copyOnly: "Duplicate the floor",
  nameOfCopy: (name: string): string => `Copy of ${name}`,
  copyLevelQuestion: (name: string): string => `Duplicate the floor ${name}?`,
  copyLevelEntities: (count: number): string =>
    count === 1
      ? "What is on it shows 1 entity. Are the copies to show it as well?"
      : `What is on it shows ${count} entities. Are the copies to show them as well?`,
  withoutEntities: "Without entities",
  sameEntities: "With the same entities",
  levelCopied: (name: string): string => `${name} added.`,
  /** What undo and redo say about these steps. */
  actions: {
    align: "Align",
    distribute: "Distribute",
    order: "Change the order",
    group: "Group",
    ungroup: "Ungroup",
    cut: "Cut",
    copyLevel: "Duplicate a floor",
  },
  /** What keys are called that have no sign. */
  keyNames: { ctrl: "Ctrl", shift: "Shift", delete: "Del", f2: "F2", f10: "F10" },
  shortcuts: {
    title: "Copy and arrange",
    keys: [
      [["Ctrl", "click"], "Add to the selection, or take away"],
      [["Drag"], "On the floor of a room that is not selected: a frame"],
      [["Ctrl", "Shift", "V"], "Paste in place, on another floor too"],
      [["Ctrl", "G"], "Group, with Shift ungroup"],
      [["Ctrl", "↑"], "One up, with Shift to the front"],
      [["Ctrl", "↓"], "One down, with Shift to the back"],
      [["Shift", "F10"], "Menu of what can be done, as a right click"],
    ] as readonly (readonly [keys: readonly string[], meaning: string])[],
  },
};

export type ArrangingTexts = typeof arranging;

/** Lengths, areas and distances that are shown and typed. */
export const measures = {
  sorts: { inner: "Inner measures", centre: "Centre-line measures" },
  chosen: {
    inner: "Lengths and areas go from the face of one wall to that of the other.",
    centre: "Lengths and areas go from the middle of one wall to that of the other.",
  },
  ruler: "Tape measure",
  rulerHint: "Click one end of what you want to know. Nothing is drawn.",
  measured: (length: string, x: string, z: string): string =>
    `${length}; ${x} across, ${z} up or down.`,
  area: (metres: string): string => `${metres} m²`,
  width: "Width",
  depth: "Depth",
  length: "Length",
  wall: (number: number): string => `Length of wall ${number}`,
  ends: ["Distance to one end of the wall", "Distance to the other end of the wall"],
  ways: {
    left: "Distance to the left",
    right: "Distance to the right",
    up: "Distance upwards",
    down: "Distance downwards",
  },
  moves: "The right or lower end moves.",
  change: (label: string, metres: string): string => `${label}: ${metres}. Change`,
  type: "Type a length",
  typing: "A number now sets the length.",
  noLength: "This is no length. Try 5.20, 520 cm or 17'.",
  noFit: "There is no room for this length here.",
  taken: (name: string): string => `Another opening is in the way there: ${name}.`,
};

export type MeasuresTexts = typeof measures;

/** A sentence for people who use the mouse, as it is said to those who use their fingers. */
export const tapped = (sentence: string): string =>
  sentence.replaceAll(
    /(c)lick(ing|ed)?/gi,
    (_, letter: string, end = "") =>
      `${letter === "C" ? "T" : "t"}ap${end === "" ? "" : `p${end}`}`,
  );

/** What the editor says of the house that Home Assistant runs. */
export const house = {
  picker: {
    list: "Entities",
    none: "No entity is found. An id that is typed in full is taken.",
    found: (count: number): string => (count === 1 ? "1 entity" : `${count} entities`),
    stranger: "Home Assistant does not have this entity.",
    another: (id: string): string => `Another entity for ${id}`,
    more: (number: number): string => `Entity ${number}`,
  },
  areas: {
    title: "Rooms from areas",
    hint: "Areas of Home Assistant that no room is linked to. Each becomes a room of 4 by 3 metres beside what is there, with its sensors.",
    none: "Every area is linked to a room.",
    noAreas: "Home Assistant has no areas.",
    noFloor: "No floor",
    make: (count: number): string => (count === 1 ? "Make 1 room" : `Make ${count} rooms`),
    made: (count: number): string => (count === 1 ? "1 room is made." : `${count} rooms are made.`),
    linkHint: "These areas are called like a room that is drawn already.",
    link: (name: string): string => `Link “${name}”`,
    linkAll: (count: number): string => `Link all ${count} rooms`,
    linked: (count: number): string =>
      count === 1 ? "1 room is linked." : `${count} rooms are linked.`,
    fill: "Fill in missing sensors",
    fillHint:
      "Some linked rooms have no sensor for temperature or humidity, and their areas have one.",
  },
  unplaced: {
    title: "Not placed yet",
    hint: "Drag something to its place, or press it to place it in its room.",
    none: "Everything that linked areas have is on the plan.",
    noRooms: "Link rooms to areas, and what is in them is offered here.",
    room: "Room",
    allRooms: "All rooms",
    choose: (name: string): string => `Choose ${name}`,
    chooseAll: (room: string): string => `Choose all of ${room}`,
    place: (name: string, room: string): string => `Place ${name} in ${room}`,
    placeMany: (count: number, room: string): string => `Place ${count} in ${room}`,
    as: (name: string): string => `What ${name} is`,
    ownSign: "A thing of its own",
    contact: (opening: string): string => `Contact of ${opening}`,
    lock: (opening: string): string => `Lock of ${opening}`,
    blind: (opening: string): string => `Blind of ${opening}`,
    placed: (name: string): string => `${name} placed.`,
    things: (count: number): string => (count === 1 ? "1 thing" : `${count} things`),
    notHere: "Nothing was placed: let go over the drawing.",
  },
  renamed: (from: string, to: string): string =>
    `Home Assistant calls ${from} now ${to}; the plan follows.`,
  renamedMany: (count: number): string =>
    `Home Assistant has renamed ${count} entities; the plan follows.`,
};

export type HouseTexts = typeof house;

/** Rules by which a thing changes its look. */
export const rules = {
  title: "Rules",
  hint: "While all its conditions hold, a rule changes the look. Of several that do so, each field comes from the first that gives it.",
  rule: (number: number): string => `Rule ${number}`,
  entity: "If this entity",
  also: "And if",
  condition: (number: number): string => `Condition ${number}`,
  asks: "What must hold",
  kinds: {
    state: "has the state",
    state_not: "has not the state",
    above: "is above",
    below: "is below",
    between: "is between",
    known: "has any state",
    template: "Template",
    any: "one of several holds",
  },
  states: "State (or several, with commas)",
  above: "Above",
  below: "Below",
  attribute: "Of its attribute",
  removeCondition: (number: number): string => `Remove condition ${number}`,
  always: "Without a condition, it always applies.",
  fields: {
    color: "then colour",
    icon: "Icon",
    text: "Text",
    tint: "Colour of the floor",
    color_on: "Colour when on",
    size: "Size",
    opacity: "Opacity (0 to 1)",
    layer: "Layer",
  },
  more: "More that it changes",
  hide: "Hidden",
  add: "Add a rule",
  addCondition: "Another condition",
  remove: (number: number): string => `Remove rule ${number}`,
};

export type RulesTexts = typeof rules;

/** What a touch of a thing does. */
export const touch = {
  usual: "As usual",
  /** Where a touch leads. */
  path: "Page, such as /lovelace/kitchen",
  actions: {
    toggle: "Switch it",
    "more-info": "Show its details",
    navigate: "Go to a page",
    none: "Nothing",
  },
};

export type TouchTexts = typeof touch;

/** What the editor says of walls and of the looks of rooms. */
export const walls = {
  labelBack: "Put the name back to its usual place",
  ofPlan: {
    titles: "Walls of the whole plan",
    explained: "From one face to the other; a room may have walls of its own.",
  },
  /** Said of a thickness that no wall has, in metres. */
  wrongThickness: (least: number, most: number) => `A wall is from ${least} to ${most} m thick.`,
};

export type WallsTexts = typeof walls;
