import type { DemoTexts } from "../en/demo.ts";

export const demo: DemoTexts = {
  note: "Das ist eine Demo mit einem simulierten Zuhause.",
  lasting: "Was du speicherst, bleibt in diesem Browser.",
  passing: "Was du speicherst, geht verloren, wenn du die Demo verlässt.",
  wall: "Tablet-Ansicht",
  again: "Neu beginnen",
  startsAgain: "Beginnt neu …",
  notAgain: "Der Plan wurde nicht zurückgesetzt.",
};
