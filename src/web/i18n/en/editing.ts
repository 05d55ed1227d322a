import type { SessionProblemCode } from "../../store/session-state.ts";

/** What the editor itself says, around the drawing and the panels. */
export const editor = {
  title: "Floor plan editor",
  drawing: "Drawing",
  back: "Back to the plan",
  undo: "Undo",
  redo: "Redo",
  snap: "Snap",
  snapHint: "Snap to the grid, to walls and corners (S). Hold Alt to suspend it.",
  zoomIn: "Zoom in",
  zoomOut: "Zoom out",
  fit: "Show everything",
  help: "Keyboard shortcuts",
  panel: "Details",
  close: "Close",
  ok: "OK",
  done: "Done",
  cancel: "Cancel",
  save: "Save",
  saveHint: "Save for everybody (Ctrl+S)",
  saveStates: {
    waiting: "Loading …",
    saved: "All saved",
    dirty: "Unsaved changes",
    saving: "Saving …",
    conflicts: "Choices are open",
    away: "Offline",
    awayDirty: "Offline, kept on this device",
  },
  selection: "Selection",
  rename: "Name",
  hinge: "Hinge",
  swing: "Swing",
  rotate: "Turn",
  duplicate: "Duplicate",
  remove: "Delete",
  threeCorners: "A room needs three corners at least.",
  welcome: "Your first room",
  welcomeHint: "Drag over the sheet to draw it. Doors, windows and furniture come after.",
  welcomeImport: "Import a plan…",
  levels: "Floors",
  noLevels: "The plan has one floor without a name. Add another, and both get one.",
  levelName: "Name of the floor",
  manageLevels: "Manage floors",
  addLevel: "Add a floor",
  firstLevel: "Ground floor",
  newLevel: (number: number): string => (number === 1 ? "First floor" : `Floor ${number}`),
  levelUp: (name: string): string => `Move ${name} up`,
  levelDown: (name: string): string => `Move ${name} down`,
  removeLevel: (name: string): string => `Delete ${name}`,
  removeLevelQuestion: (name: string): string => `Delete the floor ${name}?`,
  removeLevelConsequence: (content: {
    readonly rooms: number;
    readonly openings: number;
    readonly items: number;
    readonly hasImage: boolean;
  }): string => {
    const { rooms, openings, items, hasImage } = content;
    const counts = [
      rooms === 1 ? "1 room" : `${rooms} rooms`,
      openings === 1 ? "1 door or window" : `${openings} doors and windows`,
      items === 1 ? "1 item" : `${items} items`,
    ].join(", ");
    return rooms + openings + items === 0 && !hasImage
      ? "Nothing is on it."
      : `With it go ${counts}${hasImage ? " and its tracing image" : ""}. Undo brings everything back.`;
  },
  /** What undo and redo say about the steps of the drawing. */
  actions: {
    draw: "Draw",
    add: "Add",
    move: "Move",
    reshape: "Change the shape",
    label: "Move the name",
    resize: "Change the size",
    rotate: "Turn",
    flip: "Turn around",
    rename: "Name",
    remove: "Delete",
    paste: "Paste",
    duplicate: "Duplicate",
    addLevel: "Add a floor",
    renameLevel: "Rename a floor",
    moveLevel: "Reorder floors",
    removeLevel: "Delete a floor",
    draft: "Take up unsaved work",
    wentBack: "Follow the service to another plan",
  },
  escape: "Cancel, then back to Select",
  characters: "Letters, digits and signs work while the drawing has the focus.",
  shortcuts: [
    {
      title: "Selection",
      keys: [
        [["Shift", "click"], "Add to the selection"],
        [["Shift", "drag"], "Select what is in a frame"],
        [["Ctrl", "A"], "Select everything on the floor"],
        [["Arrows"], "Move by 5 cm, with Shift by 50 cm"],
        [["R"], "Turn by 90°, with Shift back"],
        [["Ctrl", "C"], "Copy"],
        [["Ctrl", "X"], "Cut"],
        [["Ctrl", "V"], "Paste"],
        [["Ctrl", "D"], "Duplicate"],
        [["Del"], "Delete"],
        [["F2"], "Name"],
      ],
    },
    {
      title: "Plan and view",
      keys: [
        [["Ctrl", "S"], "Save"],
        [["Ctrl", "Z"], "Undo"],
        [["Ctrl", "Y"], "Redo"],
        [["S"], "Snapping on or off"],
        [["Alt"], "Hold to suspend snapping"],
        [["+", "−"], "Zoom, as the wheel does"],
        [["0"], "Show everything"],
        [["Space", "drag"], "Move the view, also with the middle button or two fingers"],
      ],
    },
    {
      title: "Without a mouse",
      keys: [
        [["Tab"], "To the next shape or handle"],
        [["Enter"], "Select a shape; again: to its handles"],
        [["Arrows"], "Move the shape, the handle, or the cross of a drawing tool"],
        [["Enter"], "Set a point at the cross; on a wall’s handle: a new corner"],
        [["Space"], "Set a point at the cross, where Enter closes the room"],
        [["Del"], "On a corner’s handle: take the corner away"],
      ],
    },
  ] as readonly {
    readonly title: string;
    readonly keys: readonly (readonly [keys: readonly string[], meaning: string])[];
  }[],
};

export type EditorTexts = typeof editor;

/** What happened, and what can be done about it, for the session's own problems; what is to be chosen has a notice of its own. */
const problems: Readonly<
  Record<
    Exclude<SessionProblemCode, "conflictsOpen">,
    { readonly what: string; readonly next: string }
  >
> = {
  wentBack: {
    what: "The service came back with another plan than it had before.",
    next: "What it has lost is still here: undo brings it back, and a save stores it again.",
  },
  draftFailed: {
    what: "Unsaved changes cannot be kept on this device.",
    next: "Save often: they are lost if this page is closed.",
  },
  notStored: {
    what: "The last save is not in the plan that is stored.",
    next: "Your changes are still here: save again.",
  },
};

/** The names of the steps that the session makes itself. */
const steps = { draft: "taking up unsaved work", wentBack: "the service's return to another plan" };

export const session = { problems, steps };

export type SessionTexts = typeof session;

/** What others do to the plan, and who they are. */
export const together = {
  /** Of what came in; `who` is a list of names. */
  saved: (who: string, count: number) =>
    `${who} ${count === 1 ? "has" : "have"} saved. New in your plan:`,
  /** Somebody of several, whose name is not known. */
  somebody: "somebody else",
  /** What a revision changed, in a line. */
  nothing: "nothing changed",
  more: "and more",
  one: {
    added: (name: string) => `${name} added`,
    removed: (name: string) => `${name} removed`,
    renamed: (name: string) => `${name} renamed`,
    moved: (name: string) => `${name} moved`,
    changed: (name: string) => `${name} changed`,
    reordered: (name: string) => `${name} put in another order`,
  },
  many: {
    added: (count: number) => `${count} things added`,
    removed: (count: number) => `${count} things removed`,
    renamed: (count: number) => `${count} things renamed`,
    moved: (count: number) => `${count} things moved`,
    changed: (count: number) => `${count} things changed`,
    reordered: (count: number) => `${count} lists put in another order`,
  },
  stored: "stored now",
  /** The chips of those who are editing. */
  present: "Also editing",
  editing: (name: string, floor: string | undefined) =>
    floor === undefined ? `${name} is editing` : `${name} is editing: ${floor}`,
  others: (count: number) => `${count} more`,
};

export type TogetherTexts = typeof together;

/** How plans differ, in words. */
export const changes = {
  inRoom: (room: string) => ` in ${room}`,
  added: (name: string, where: string) => `${name} added${where}`,
  removed: (name: string, where: string) => `${name} removed${where}`,
  moved: (name: string, far: string, where: string) => `${name} moved${far}${where}`,
  changed: (name: string, where: string, fields: string) =>
    `${name} changed${where}${fields === "" ? "" : `: ${fields}`}`,
  reordered: (list: string) => `${list}: the order has changed`,
  /** Fields that no form shows. */
  fields: {
    backgrounds: "Tracing images",
    from: "One end",
    id: "Id",
    labels: "Places of the room names",
    left: "From the left",
    opacity: "Opacity",
    outdoor: "Outdoor room",
    points: "Corners",
    rules: "Rules",
    to: "Other end",
    top: "From the top",
    url: "Image",
  },
};

export type ChangesTexts = typeof changes;

export const out = {
  title: "Drawing",
  hint: "The floor as it is drawn now, true to scale. SVG and print stay sharp at any size; for a PDF, choose “Save as PDF” where you print.",
  floor: "Floor",
  allFloors: "All floors",
  scale: "Scale of the SVG",
  width: "Width of the PNG",
  pixels: (count: string) => `${count} pixels`,
  traced: "With the tracing image",
  svg: "Download as SVG",
  png: "Download as PNG",
  print: "Print or save as PDF",
  notLoaded: "What draws for paper could not be loaded. Try again when the connection is back.",
  noPng: "This browser has no room for such a large image. Choose a smaller width.",
  withImages: "Export with its images",
  /** Images that could not be read, by their floors. */
  withoutImages: (floors: string) =>
    `The file holds the address alone of the image of ${floors}, which could not be read.`,
  uploading: (floor: string) => `Uploading the image of ${floor} …`,
  ended: "The import is ended; nothing was changed.",
  noImage: (floor: string) =>
    `The image of ${floor} in this file is damaged, or of a type that the service does not take. Nothing was changed.`,
};

/** What the forms of the editor say while they are filled in. */
export const forms = {
  noLength: "This is no length: write 5.2, 520 cm or 17' 6\".",
  noNumber: "This is no number.",
  /** What stays unsaved as it cannot be read. */
  heldBack: (text: string): string => `“${text}” cannot be read, so it is not saved yet.`,
  imageNoPlan: (name: string): string =>
    `“${name}” is an image: to draw over it, add it under “Image”. A plan file is what “Export the plan” writes.`,
  noPlanFile: (name: string): string =>
    `“${name}” is no plan file: that is the JSON which “Export the plan” writes.`,
  notApplied: "This text is not applied yet; saving applies it.",
  icons: {
    list: "Icons",
    loading: "Loading the names of the icons…",
    none: "No icon is found. Their names are English, such as lamp or bed.",
    found: (count: number): string => (count === 1 ? "1 icon" : `${count} icons`),
  },
  now: {
    applies: "Applies now.",
    appliesNot: "Does not apply now.",
    holds: "Holds now.",
    holdsNot: "Does not hold now.",
    holdsAs: (value: string): string => `Holds now: is ${value}.`,
    holdsNotAs: (value: string): string => `Does not hold now: is ${value}.`,
    noState: "Does not hold now: nothing is known of it.",
    template: "Home Assistant works this out; it is not checked here.",
  },
  oneOf: (number: number): string => `Possibility ${number}`,
  pieces: { search: "Search", none: "Nothing is called so." },
  completions: "What can be written here",
  yamlHeldBack: "The YAML text cannot be applied, so it is not saved yet.",
};

export type FormsTexts = typeof forms;

export { arranging, house, measures, rules, tapped, tools, touch, walls } from "./tools.ts";
export { panels } from "./panels.ts";
