import type { DemoTexts } from "../en/demo.ts";

export const demo: DemoTexts = {
  note: "Ceci est une démo avec une maison simulée. Ce que vous enregistrez reste dans ce navigateur.",
  wall: "Page murale",
  again: "Recommencer",
  startsAgain: "Recommence…",
};
