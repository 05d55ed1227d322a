import { exportDialog as english, sheet as englishSheet } from "../en/drawing-files.ts";

export const exportDialog: typeof english = {
  title: "Export",
  hint: "L’étage tel qu’il est dessiné, à l’échelle. Le SVG et l’impression restent nets à toute taille ; pour un PDF, choisissez « Enregistrer au format PDF » en imprimant. Le DXF est pour les logiciels de CAO. Le GLB est un modèle pour les logiciels de 3D.",
  floor: "Étage",
  allFloors: "Tous les étages",
  layout: "Mise en page",
  layouts: { sheet: "Feuille avec titre, surfaces et cotes", alone: "Dessin seul" },
  sheetTitle: "Titre",
  paper: "Papier",
  orientation: "Orientation",
  orientations: { auto: "Automatique", portrait: "Portrait", landscape: "Paysage" },
  largest: "Aussi grande que possible",
  tooLarge: (wanted, paper, drawn) =>
    `À ${wanted}, l’étage ne tient pas sur ${paper} ; il a été dessiné à ${drawn}.`,
  scale: "Échelle sur papier",
  width: "Largeur du PNG",
  pixels: (count) => `${count} pixels`,
  traced: "Avec l’image de fond",
  svg: "Télécharger en SVG",
  png: "Télécharger en PNG",
  dxf: "Télécharger en DXF",
  glb: "Télécharger en GLB",
  print: "Imprimer ou enregistrer en PDF",
  notLoaded: "L’export n’a pas pu être chargé. Réessayez quand la connexion sera rétablie.",
  noPng:
    "Ce navigateur ne peut pas créer une image aussi grande. Choisissez une largeur plus petite.",
  withImages: "Exporter avec les images",
  withoutImages: (floors) =>
    `L’image de ${floors} n’a pas pu être lue : le fichier n’en contient que l’adresse.`,
  uploading: (floor) => `Envoi de l’image de ${floor}…`,
  ended: "Import annulé ; rien n’a été modifié.",
  noImage: (floor) =>
    `L’image de ${floor} dans ce fichier est endommagée, ou d’un type que le serveur n’accepte pas. Rien n’a été modifié.`,
};

export const sheet: typeof englishSheet = {
  plan: "Plan",
  scale: "Échelle",
  paper: "Papier",
  date: "Date",
  sheet: "Feuille",
  sheetOf: (number, all) => `${number} sur ${all}`,
  north: "N",
  note: "Surfaces entre les murs. Cotes en mètres, jusqu’aux faces extérieures et à l’axe des murs intérieurs.",
  table: {
    room: "Pièce",
    area: "Surface",
    sum: "Surface de l’étage",
    allFloors: "Tous les étages",
    outdoors: "Extérieur, non compris",
    onSheet: (number) => `Pièces : voir feuille ${number}`,
  },
};
