import type { LayerFormTexts } from "../en/layers.ts";

export const layerForm: LayerFormTexts = {
  explained:
    "Un calque est une partie de ce qui se trouve sur le plan, que l’on affiche ou masque, comme les lampes. Ici, dans l’éditeur, tout est visible. Il ne cache rien à qui peut lire le plan.",
  none: "Il n’y a pas encore de calques.",
  add: "Ajouter un calque",
  removeOne: "Supprimer ce calque",
  newName: (number) => `Calque ${number}`,
  name: "Nom",
  hidden: "Masqué jusqu’à ce que quelqu’un l’affiche",
  shows: "Ce qu’il montre",
  showsHint:
    "Placez-y des éléments un par un par leurs propriétés ; ils ne sont alors dans aucun autre.",
  lists: {
    furniture: "Meubles",
    devices: "Appareils",
    sensors: "Capteurs",
    texts: "Textes",
    dimensions: "Cotes",
    labels: "Noms des pièces",
    positions: "Positions des traceurs",
    zones: "Zones",
  },
  domains: "Entités de ces domaines",
  for: "Qui le voit",
  everybody: "Rien de coché : tout le monde.",
  rights: {
    admin: "Qui peut dessiner",
    control: "Qui peut commander la maison",
    viewer: "Qui ne peut ni l’un ni l’autre",
  },
  from: "Visible à partir de (pixels par mètre)",
  to: "Visible au-dessous de (pixels par mètre)",
  zoomHint:
    "Sur un téléphone, un logement de 10 m de large en a environ 35, et une pièce qui remplit l’écran environ 90.",
  noScale: "Saisissez un nombre à partir de 0.",
  assign: (count) => `Y mettre la sélection (${count})`,
  selectAll: (count) => `Sélectionner ce qui y a été mis (${count})`,
  hiddenState: "masqué au départ",
};
