/** Words of the demo. */
export const demo = {
  note: "This is a demo with a simulated home.",
  /** Where the browser stores it. */
  lasting: "What you save stays in this browser.",
  /** Where it stays in memory. */
  passing: "What you save is lost when you leave the demo.",
  wall: "Wall page",
  again: "Start over",
  startsAgain: "Starting over…",
  /** The reason follows. */
  notAgain: "The plan was not reset.",
};

export type DemoTexts = typeof demo;
