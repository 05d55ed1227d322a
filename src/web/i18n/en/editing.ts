import type { SessionProblemCode } from "../../store/session-state.ts";
import { pluralIn } from "../word-types.ts";

const counted = pluralIn("en");

/** Words of the editor around the drawing and the panels. */
export const editor = {
  title: "Floor plan editor",
  drawing: "Drawing",
  back: "Back to the plan",
  undo: "Undo",
  redo: "Redo",
  snap: "Snap",
  snapHint: "Snap to the grid, walls and corners (S). Hold Alt to suspend.",
  turnPlan: "Turn the plan to fill the screen",
  turnings: {
    turned: "The plan is turned to fill the screen.",
    upright: "The plan is no longer turned.",
  },
  noGrid: "No grid over the image",
  zoomIn: "Zoom in",
  zoomOut: "Zoom out",
  fit: "Fit to screen",
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
    conflicts: "Conflicts to resolve",
    away: "Offline",
    awayDirty: "Offline, kept on this device",
  },
  selection: "Selection",
  rename: "Rename",
  hinge: "Hinge",
  swing: "Swing",
  rotate: "Rotate",
  duplicate: "Duplicate",
  remove: "Delete",
  threeCorners: "A room needs at least three corners.",
  welcome: "Your first room",
  welcomeHint: "Drag on the sheet to draw it. Then add doors, windows and furniture.",
  levels: "Floors",
  noLevels: "The plan has one floor without a name. Add another floor, and both get a name.",
  levelName: "Floor name",
  manageLevels: "Manage floors",
  levelHeights: "Heights",
  addLevel: "Add floor",
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
      counted(rooms, "# room", "# rooms"),
      counted(openings, "# door or window", "# doors and windows"),
      counted(items, "# item", "# items"),
    ].join(", ");
    return rooms + openings + items === 0 && !hasImage
      ? "It is empty."
      : `This also deletes ${counts}${hasImage ? " and its tracing image" : ""}. Undo brings everything back.`;
  },
  /** Names of the drawing's undo steps. */
  actions: {
    draw: "Draw",
    add: "Add",
    move: "Move",
    reshape: "Change shape",
    label: "Move name",
    resize: "Resize",
    rotate: "Rotate",
    flip: "Flip",
    rename: "Rename",
    remove: "Delete",
    paste: "Paste",
    duplicate: "Duplicate",
    addLevel: "Add floor",
    renameLevel: "Rename floor",
    moveLevel: "Reorder floors",
    levelHeights: "Change heights of a floor",
    removeLevel: "Delete floor",
    draft: "Restore unsaved changes",
    wentBack: "Switch to the service’s plan",
  },
  escape: "Cancel, then back to Select",
  characters: "Single-key shortcuts work only while the drawing has the focus.",
  shortcuts: [
    {
      title: "Selection",
      keys: [
        [["Shift", "click"], "Add to the selection"],
        [["Shift", "drag"], "Select everything in a frame"],
        [["Ctrl", "A"], "Select everything on the floor"],
        [["Arrows"], "Move by 5 cm, with Shift by 50 cm"],
        [["R"], "Rotate by 90°, with Shift the other way"],
        [["Ctrl", "C"], "Copy"],
        [["Ctrl", "X"], "Cut"],
        [["Ctrl", "V"], "Paste"],
        [["Ctrl", "D"], "Duplicate"],
        [["Del"], "Delete"],
        [["F2"], "Rename"],
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
        [["+", "−"], "Zoom, like the wheel"],
        [["0"], "Fit to screen"],
        [["Space", "drag"], "Move the view; also with the middle button or two fingers"],
      ],
    },
    {
      title: "Without a mouse",
      keys: [
        [["Tab"], "To the next shape or handle"],
        [["Enter"], "Select a shape; press again to reach its handles"],
        [["Arrows"], "Move the shape, the handle, or the crosshair of a drawing tool"],
        [["Enter"], "Set a point at the crosshair; on a wall’s handle: add a corner"],
        [["Space"], "Set a point at the crosshair, even where Enter would close the room"],
        [["Del"], "On a corner’s handle: delete the corner"],
      ],
    },
  ] as readonly {
    readonly title: string;
    readonly keys: readonly (readonly [keys: readonly string[], meaning: string])[];
  }[],
};

export type EditorTexts = typeof editor;

/** Words for the session's own problems; open conflicts have a notice of their own. */
const problems: Readonly<
  Record<
    Exclude<SessionProblemCode, "conflictsOpen">,
    { readonly what: string; readonly next: string }
  >
> = {
  wentBack: {
    what: "The service came back with a different plan.",
    next: "What it lost is still here: undo brings it back, and saving stores it again.",
  },
  draftFailed: {
    what: "Unsaved changes cannot be kept on this device.",
    next: "Save often: closing this page loses them.",
  },
  notStored: {
    what: "The last save is not in the stored plan.",
    next: "Your changes are still here: save again.",
  },
};

export const session = { problems };

export type SessionTexts = typeof session;

/** Words about other editors and their changes. */
export const collaboration = {
  /** About incoming changes; `who` is a list of names. */
  saved: (who: string, count: number) =>
    `${who} ${counted(count, "has", "have")} saved. New in your plan:`,
  /** One of several authors, whose name is unknown. */
  somebody: "somebody else",
  /** This user, in another window. */
  yourTab: "You, in another tab",
  /** This user in a list of names. */
  youThere: "you (in another tab)",
  savedByYou: "You have saved in another tab. New in your plan:",
  /** About conflicts of this user's windows alone: the notice, their title, and the side of the other window. */
  overlapYours: (count: number) =>
    `You have changed the same ${counted(count, "item", "# items")} here and in another tab.`,
  titleYours: "Changed here and in another tab",
  otherTab: "In the other tab",
  /** Summary of a revision. */
  nothing: "nothing changed",
  more: "and more",
  /** How many changes are not listed. */
  moreChanges: (count: number) => `and ${count} more`,
  one: {
    added: (name: string) => `${name} added`,
    removed: (name: string) => `${name} removed`,
    renamed: (name: string) => `${name} renamed`,
    moved: (name: string) => `${name} moved`,
    changed: (name: string) => `${name} changed`,
    reordered: (name: string) => `${name} reordered`,
  },
  many: {
    added: (count: number) => counted(count, "# item added", "# items added"),
    removed: (count: number) => counted(count, "# item removed", "# items removed"),
    renamed: (count: number) => counted(count, "# item renamed", "# items renamed"),
    moved: (count: number) => counted(count, "# item moved", "# items moved"),
    changed: (count: number) => counted(count, "# item changed", "# items changed"),
    reordered: (count: number) => counted(count, "# list reordered", "# lists reordered"),
  },
  stored: "current",
  /** Chips of the other editors. */
  present: "Also editing",
  editing: (name: string, floor: string | undefined) =>
    floor === undefined ? `${name} is editing` : `${name} is editing: ${floor}`,
  others: (count: number) => `${count} more`,
};

export type CollaborationTexts = typeof collaboration;

/** Differences between plans. */
export const changes = {
  inRoom: (room: string) => ` in ${room}`,
  added: (name: string, where: string) => `${name} added${where}`,
  removed: (name: string, where: string) => `${name} removed${where}`,
  moved: (name: string, far: string, where: string) => `${name} moved${far}${where}`,
  changed: (name: string, where: string, fields: string) =>
    `${name} changed${where}${fields === "" ? "" : `: ${fields}`}`,
  reordered: (list: string) => `${list}: order changed`,
  /** Fields that no form shows. */
  fields: {
    backgrounds: "Tracing images",
    from: "Start",
    id: "ID",
    labels: "Positions of the room names",
    left: "From the left",
    opacity: "Opacity",
    outdoor: "Outdoor room",
    points: "Corners",
    rules: "Rules",
    to: "End",
    top: "From the top",
    url: "Image",
  },
};

export type ChangesTexts = typeof changes;

/** Words of the editor's forms. */
export const forms = {
  noLength: "That isn’t a length. Try 5.20, 520 cm or 17' 6\".",
  noNumber: "That isn’t a number.",
  /** For invalid input. */
  fieldInvalid: (text: string): string => `“${text}” cannot be read, so it is not saved yet.`,
  imageNoPlan: (name: string): string =>
    `“${name}” is an image. To trace it, add it under “Image”; plan files come from “Export plan”.`,
  noPlanFile: (name: string): string =>
    `“${name}” is not a plan file. Choose a JSON file from “Export plan”.`,
  notApplied: "Not applied yet. Saving applies it.",
  icons: {
    list: "Icons",
    loading: "Loading the icon names …",
    none: "No matches. Icon names are English, such as lamp or bed.",
    found: (count: number): string => counted(count, "# icon", "# icons"),
  },
  now: {
    applies: "Applies now.",
    appliesNot: "Does not apply now.",
    holds: "Met.",
    holdsNot: "Not met.",
    holdsAs: (value: string): string => `Met (now ${value}).`,
    holdsNotAs: (value: string): string => `Not met (now ${value}).`,
    noState: "Not met (state unknown).",
    template: "Home Assistant evaluates this; it is not checked here.",
  },
  oneOf: (number: number): string => `Alternative ${number}`,
  completions: "Suggestions",
  yamlInvalid: "The YAML text is not valid, so it is not saved yet.",
};

export type FormsTexts = typeof forms;

export { measures } from "./measures.ts";
export { arranging, homeAssistant, rules, tools, touch, walls } from "./tools.ts";
export { panels } from "./panels.ts";
export { sun } from "./sun.ts";
export { mesh } from "./mesh.ts";
export { layerForm } from "./layers.ts";
export { trackers } from "./trackers.ts";
export { synonyms } from "./synonyms.ts";
export { exportDialog, sheet } from "./drawing-files.ts";
