/** Words of the view in 3D, which are loaded with it. */
export const view3d = {
  close: "Back to the plan",
  title: "Floor plan in 3D",
  keys: "Arrow keys turn, with Shift they move, plus and minus zoom, 0 shows everything",
  /** How the floors stand. */
  floors: { alone: "One floor", stacked: "House", apart: "Floors apart" },
  floorsLabel: "Floors in 3D",
  wholeWalls: "Whole walls",
  walk: "Walk through the rooms",
  endWalk: "End the walk",
  walkKeys: "Arrow keys or W, A, S and D walk, dragging looks around, Escape ends the walk",
  /** Why there is no view in 3D. */
  missing:
    "This browser does not show 3D: it has no WebGL 2. Turn on its hardware acceleration, or use another browser.",
  lost: "The browser took the graphics away, so here is the plan again.",
  savePicture: "Save picture",
  /** Widths of the picture. */
  screenWidth: "As on the screen",
  pixels: (width: string): string => `${width} pixels`,
  /** How the names of files begin. */
  fileName: "floorplan",
  pictureTooLarge: (width: string, height: string, most: string): string =>
    `This picture would have ${width} × ${height} pixels. The graphics of this browser draw at most ${most} × ${most}: choose a smaller width.`,
  pictureNotMade:
    "The browser could not make this picture, perhaps for lack of memory. Choose a smaller width, or close other tabs.",
  understood: "OK",
};

export type View3dTexts = typeof view3d;
