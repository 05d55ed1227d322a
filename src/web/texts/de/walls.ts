import type { WallsTexts } from "../en/walls.ts";

export const walls: WallsTexts = {
  labelBack: "Den Namen an seinen gewohnten Platz setzen",
};
