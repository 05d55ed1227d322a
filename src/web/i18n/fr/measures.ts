import { pluralIn } from "../word-types.ts";
import type { MeasuresTexts } from "../en/measures.ts";

const counted = pluralIn("fr");

export const measures: MeasuresTexts = {
  modes: { inner: "Cotes intérieures", centre: "Cotes d’axe en axe" },
  chosen: {
    inner: "Longueurs et surfaces se mesurent de face de mur à face de mur.",
    centre: "Longueurs et surfaces se mesurent d’axe de mur à axe de mur.",
  },
  outerWalls: {
    modes: { full: "Murs extérieurs : épaisseur réelle", thin: "Murs extérieurs : fins" },
    chosen: {
      full: "Sur l’image, les murs extérieurs sont dessinés à leur épaisseur réelle.",
      thin: "Sur l’image, les murs extérieurs sont dessinés aussi fins que les murs intérieurs.",
    },
  },
  finish: {
    modes: { materials: "Matériaux", plain: "Couleurs unies" },
    chosen: {
      materials: "Les sols, les murs et les meubles sont dessinés dans leurs matériaux.",
      plain: "Tout est dessiné en couleurs unies.",
    },
  },
  ruler: "Mètre ruban",
  rulerHint: {
    mouse: "Cliquez sur une extrémité de ce que vous mesurez. Rien n’est dessiné.",
    touch: "Touchez une extrémité de ce que vous mesurez. Rien n’est dessiné.",
  },
  measured: (length, x, z) => `${length} (${x} horizontalement, ${z} verticalement).`,
  area: (metres) => `${metres} m²`,
  width: "Largeur",
  depth: "Profondeur",
  length: "Longueur",
  wall: (number) => `Longueur du mur ${number}`,
  ends: ["Distance à un bout du mur", "Distance à l’autre bout du mur"],
  directions: {
    left: "Distance à gauche",
    right: "Distance à droite",
    up: "Distance vers le haut",
    down: "Distance vers le bas",
  },
  sides: {
    legend: "Bout qui se déplace",
    flat: { first: "Gauche", last: "Droite" },
    upright: { first: "Haut", last: "Bas" },
  },
  overlap: (metres) => `Recouvrement ${metres}`,
  fromWalls: { left: "Depuis le mur gauche (m)", up: "Depuis le mur du haut (m)" },
  fromOrigin: { up: "Depuis le haut (m)", right: "Depuis la droite (m)" },
  size: {
    title: "Dimensions",
    width: "Largeur (m)",
    depth: "Profondeur (m)",
    area: "Surface (m²)",
    areaHint: "Une surface saisie change la largeur.",
    bent: "Cette pièce n’est pas un rectangle : saisissez les longueurs de ses murs sur le dessin.",
    noArea: "Ce n’est pas une surface. Essayez 12,5.",
  },
  behind: {
    legend: "Pièces derrière",
    move: "Décaler",
    resize: "Redimensionner",
  },
  effects: {
    moves: (rooms, metres) => `Décalage de ${metres} : ${rooms}.`,
    resizes: (rooms) => `Autre taille : ${rooms}.`,
    moved: (rooms, metres) => `Décalage de ${metres} effectué : ${rooms}.`,
    resized: (rooms) => `Taille modifiée : ${rooms}.`,
    carries: (items) => `Avec le mur : ${items}.`,
    carried: (items) => `Déplacement avec le mur : ${items}.`,
    stuck: (items) => `Reste dans un mur : ${items}.`,
    more: (count) => counted(count, "# autre", "# autres"),
  },
  change: (label, metres) => `${label} : ${metres}. Modifier`,
  type: "Saisir une longueur",
  typing: {
    mouse: "Tapez un nombre pour fixer la longueur.",
    touch: "Pour une longueur exacte, touchez « Saisir une longueur ».",
  },
  noLength: "Ce n’est pas une longueur. Essayez 5,20, 520 cm ou 17′ 6″.",
  noFit: "Il n’y a pas la place pour cette longueur ici.",
  taken: (name) => `Une autre ouverture gêne : ${name}.`,
};
