import type { DemoTexts } from "../en/demo.ts";

export const demo: DemoTexts = {
  note: "Das ist eine Demo mit einem simulierten Zuhause. Was du speicherst, bleibt in diesem Browser.",
  wall: "Tablet-Ansicht",
  again: "Neu beginnen",
  startsAgain: "Beginnt neu …",
};
