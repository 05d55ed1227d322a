/** Words of the demo. */
export const demo = {
  note: "This is a demo with a simulated home. What you save stays in this browser.",
  wall: "Wall page",
  again: "Start over",
  startsAgain: "Starting over…",
};

export type DemoTexts = typeof demo;
