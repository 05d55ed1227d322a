import type { out as english } from "../en/out.ts";

export const out: typeof english = {
  title: "Dessin",
  hint: "L’étage tel qu’il est dessiné maintenant, à l’échelle. Le SVG et l’impression restent nets à toute taille ; pour un PDF, choisissez « Enregistrer au format PDF » en imprimant.",
  floor: "Étage",
  allFloors: "Tous les étages",
  scale: "Échelle du SVG",
  width: "Largeur du PNG",
  pixels: (count) => `${count} pixels`,
  traced: "Avec l’image de fond",
  svg: "Télécharger en SVG",
  png: "Télécharger en PNG",
  print: "Imprimer ou enregistrer en PDF",
  notLoaded:
    "Ce qui dessine pour le papier n’a pas pu être chargé. Réessayez quand la connexion sera revenue.",
  noPng:
    "Ce navigateur n’a pas la place pour une image aussi grande. Choisissez une largeur plus petite.",
  withImages: "Exporter avec ses images",
  withoutImages: (floors) =>
    `Le fichier ne contient que l’adresse de l’image de ${floors}, qui n’a pas pu être lue.`,
  uploading: (floor) => `Envoi de l’image de ${floor}…`,
  ended: "L’importation est interrompue ; rien n’a été modifié.",
  noImage: (floor) =>
    `L’image de ${floor} dans ce fichier est abîmée, ou d’un type que le service n’accepte pas. Rien n’a été modifié.`,
};
