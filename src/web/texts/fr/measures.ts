import type { MeasuresTexts } from "../en/measures.ts";

export const measures: MeasuresTexts = {
  sorts: { inner: "Cotes intérieures", centre: "Cotes d’axe en axe" },
  chosen: {
    inner: "Longueurs et surfaces vont de la face d’un mur à celle de l’autre.",
    centre: "Longueurs et surfaces vont du milieu d’un mur à celui de l’autre.",
  },
  ruler: "Mètre ruban",
  rulerHint: "Cliquez sur une extrémité de ce que vous mesurez. Rien n’est dessiné.",
  measured: (length, x, z) => `${length} ; ${x} en largeur, ${z} en hauteur.`,
  area: (metres) => `${metres} m²`,
  width: "Largeur",
  depth: "Profondeur",
  length: "Longueur",
  wall: (number) => `Longueur du mur ${number}`,
  ends: ["Distance à un bout du mur", "Distance à l’autre bout du mur"],
  ways: {
    left: "Distance à gauche",
    right: "Distance à droite",
    up: "Distance vers le haut",
    down: "Distance vers le bas",
  },
  moves: "Le bout droit ou inférieur se déplace.",
  change: (label, metres) => `${label} : ${metres}. Modifier`,
  type: "Saisir une longueur",
  typing: "Un nombre fixe maintenant la longueur.",
  noLength: "Ce n’est pas une longueur. Essayez 5,20, 520 cm ou 17′.",
  noFit: "Il n’y a pas la place pour cette longueur ici.",
  taken: (name) => `Une autre ouverture s’y trouve : ${name}.`,
};
