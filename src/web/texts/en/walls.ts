/** What the editor says of walls and of the looks of rooms. */
export const walls = {
  labelBack: "Put the name back to its usual place",
};

export type WallsTexts = typeof walls;
