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
