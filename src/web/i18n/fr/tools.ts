import type { ToolsTexts } from "../en/tools.ts";
import { counted } from "../../texts/fr/plural.ts";

export const tools: ToolsTexts = {
  palette: "Outils",
  select: "Sélectionner",
  choosePiece: "Que voulez-vous placer ?",
  things: (count) => counted(count, "élément"),
  added: (name) => `Ajout : ${name}.`,
  removed: (name) => `Suppression : ${name}.`,
  removedWithOpenings: (name, openings) =>
    `Suppression : ${name}, avec ${counted(openings, "ouverture")}.`,
  copied: (name) => `Copie : ${name}.`,
  moved: (x, z) => `Position : ${x} ; ${z}.`,
  tooSmall: "Trop petit pour une pièce : dessinez-en une plus grande.",
  tooShort: "Trop court : tracez plus long.",
  nameOf: "Nom",
  handles: {
    corner: (number) => `Angle ${number}`,
    wall: (number) => `Mur ${number}`,
    end: (number) => (number === 1 ? "Une extrémité" : "Autre extrémité"),
    side: (number) =>
      ["Arrière", "Côté droit", "Avant", "Côté gauche"][number - 1] ?? `Côté ${number}`,
    turn: () => "Pivoter",
    label: () => "Place du nom",
  },
  hints: {
    select: "Cliquez sur un élément pour le sélectionner, faites-le glisser pour le déplacer.",
    selectedMany: "Faites glisser l’un d’eux pour les déplacer tous.",
    roomNext:
      "Dessinez la pièce suivante à côté de celle-ci : leurs murs se rejoignent. Ajoutez ensuite portes et fenêtres.",
    roomSecond: "Maintenant l’angle opposé.",
    lineSecond: "Maintenant l’autre extrémité.",
    cornersNext: "Cliquez sur l’angle suivant. Annuler enlève le dernier.",
    cornersClose: "Cliquez sur l’angle suivant, ou le premier pour fermer la pièce.",
    image: "Faites glisser l’image à sa place. Échap pour terminer.",
    calibrate: "Cliquez sur l’un des deux points de l’image dont vous connaissez la distance.",
    calibrateSecond: "Maintenant l’autre point.",
    openingHere: "Il y en a déjà une ici : faites-la glisser le long du mur.",
    noWalls: "Dessinez d’abord une pièce : les ouvertures vont dans ses murs.",
    noWallHere: "Il n’y a pas de mur ici. Pointez-en un.",
    place: (name) => `Cliquez à l’endroit voulu : ${name}.`,
    turns: "R le fait pivoter.",
  },
};
