import type { WallsTexts } from "../en/walls.ts";

export const walls: WallsTexts = {
  labelBack: "Remettre le nom à sa place habituelle",
};
