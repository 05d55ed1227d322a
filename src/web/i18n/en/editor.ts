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
