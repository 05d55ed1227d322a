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
