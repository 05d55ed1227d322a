import type { DemoTexts } from "../en/demo.ts";

export const demo: DemoTexts = {
  note: "Ceci est une démo avec une maison simulée.",
  lasting: "Ce que vous enregistrez reste dans ce navigateur.",
  passing: "Ce que vous enregistrez est perdu quand vous quittez la démo.",
  wall: "Page murale",
  again: "Recommencer",
  startsAgain: "Recommence…",
  notAgain: "Le plan n’a pas été réinitialisé.",
};
