import type { WallsTexts } from "../en/walls.ts";

export const walls: WallsTexts = {
  labelBack: "Remettre le nom à sa place habituelle",
  ofPlan: {
    titles: "Murs de tout le plan",
    explained: "D’une face à l’autre ; une pièce peut avoir ses propres murs.",
  },
  /** Said of a thickness that no wall has, in metres. */
  wrongThickness: (least, most) => `L’épaisseur d’un mur va de ${least} à ${most} m.`,
};
