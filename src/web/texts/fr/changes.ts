import type { ChangesTexts } from "../en/changes.ts";

// Nouns, which need not agree with a name whose gender nobody knows.
export const changes: ChangesTexts = {
  inRoom: (room) => ` (${room})`,
  added: (name, where) => `Ajout : ${name}${where}`,
  removed: (name, where) => `Suppression : ${name}${where}`,
  moved: (name, far, where) => `Déplacement${far === "" ? "" : ` de${far}`} : ${name}${where}`,
  changed: (name, where, fields) =>
    `Modification : ${name}${where}${fields === "" ? "" : ` – ${fields}`}`,
  reordered: (list) => `${list} : nouvel ordre`,
  fields: {
    backgrounds: "Images de fond",
    from: "Une extrémité",
    id: "Identifiant",
    labels: "Emplacement des noms de pièces",
    left: "Depuis la gauche",
    opacity: "Opacité",
    outdoor: "Espace extérieur",
    points: "Angles",
    rules: "Règles",
    to: "Autre extrémité",
    top: "Depuis le haut",
    url: "Image",
  },
};
