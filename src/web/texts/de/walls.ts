import type { WallsTexts } from "../en/walls.ts";

export const walls: WallsTexts = {
  labelBack: "Den Namen an seinen gewohnten Platz setzen",
  ofPlan: {
    titles: "Wände des ganzen Plans",
    explained: "Von einer Seite zur anderen; ein Raum darf eigene Wände haben.",
  },
  /** Said of a thickness that no wall has, in metres. */
  wrongThickness: (least, most) => `Eine Wand ist ${least} bis ${most} m dick.`,
};
