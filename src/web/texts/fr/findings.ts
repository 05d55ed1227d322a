import type { FindingWords } from "../finding-words.ts";

export const findings: FindingWords = {
  roomlessOpening: (subject, room) =>
    room === ""
      ? `${subject} : n’appartient à aucune pièce.`
      : `${subject} : appartient à la pièce « ${room} », qui n’existe pas.`,
  missingEdge: (subject, edge) =>
    `${subject} : se trouve dans le mur ${edge}, que sa pièce n’a pas.`,
  beyondWall: (subject, metres) => `${subject} : dépasse de son mur de ${metres} m.`,
  duplicateId: (subject, id) => `${subject} : porte l’identifiant « ${id} », déjà pris.`,
  unknownLevel: (subject, level) =>
    `${subject} : se trouve à l’étage « ${level} », qui n’existe pas.`,
  missingImage: (subject, url) =>
    url === ""
      ? `L’image de fond de l’étage « ${subject} » n’a pas d’adresse.`
      : `L’image de fond de l’étage « ${subject} » ne peut pas être chargée.`,
  backgroundLevel: (subject) =>
    `Il y a une image de fond pour l’étage « ${subject} », qui n’existe pas.`,
  unknownLabel: (subject) => `Il y a une étiquette pour la pièce « ${subject} », qui n’existe pas.`,
  unknownOutdoor: (subject) => `L’espace extérieur est la pièce « ${subject} », qui n’existe pas.`,
  fewCorners: (subject) => `${subject} : a moins de trois angles.`,
  overlappingRooms: (both, area) => `${both} : se recouvrent sur ${area} m².`,
  oddThickness: (subject, metres) =>
    `${subject} : aucun mur n’a ${metres} m d’épaisseur ; il est dessiné comme si rien n’était indiqué.`,
  unknownEntity: (subject, id) =>
    `${subject} : nomme « ${id} », que Home Assistant n’a pas ou a désactivée.`,
};
