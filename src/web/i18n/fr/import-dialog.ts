import type { ImportDialogTexts } from "../en/import-dialog.ts";
import { counted as some } from "../../texts/fr/plural.ts";

export const importDialog: ImportDialogTexts = {
  title: "Importer",
  reading: "Lecture des fichiers…",
  from: (origin) => `Un plan de ${origin}`,
  comes: "Ce qui est repris",
  floors: ({ floors }) => some(floors, "étage", "étages"),
  rooms: ({ rooms }) => some(rooms, "pièce", "pièces"),
  openings: ({ openings }) => some(openings, "porte ou fenêtre", "portes et fenêtres"),
  pieces: ({ pieces }) => some(pieces, "élément", "éléments"),
  images: ({ images }) => some(images, "image de fond", "images de fond"),
  earlier: (count) =>
    `${some(count, "ancien plan des fichiers reste", "anciens plans des fichiers restent")} de côté : « floorplan import --data » ${count < 2 ? "l’emporte" : "les emporte"} dans un nouveau logement.`,
  lost: "Ce qui se perd ou change",
  nothingLost: "Rien ne se perd.",
  named: (names, more) => (more === 0 ? names : `${names} et ${more.toLocaleString("fr")} de plus`),
  reaches: "Ce qu’il fait chez vous",
  judge:
    "Parcourez ceci avant de reprendre le plan de quelqu’un d’autre : un toucher agit avec les droits de la personne qui touche.",
  actions: (count) => some(count, "action au toucher", "actions au toucher"),
  addresses: (count) => some(count, "adresse externe", "adresses externes"),
  templates: (count) => some(count, "modèle pour Home Assistant", "modèles pour Home Assistant"),
  further: (count) =>
    `et ${count.toLocaleString("fr")} de plus ; « floorplan import FICHIER --preview » les donne tous.`,
  combined: (most) =>
    `D’autres actions sont possibles : un élément a des règles qui se combinent de plus de ${most} façons.`,
  drawing: "Aperçu",
  unsaved: "Rien n’est enregistré avant que vous n’enregistriez, et « Annuler » rétablit tout.",
  take: "Importer",
  replace: "Remplacer le plan",
  add: "Ajouter comme étages",
  cancel: "Annuler",
  close: "Fermer",
  others: "Choisir d’autres fichiers…",
  unreadable: (name) =>
    `« ${name} » ne peut pas être lu. D’un dossier, choisissez les fichiers qu’il contient.`,
  uploading: (floor) => `Envoi de l’image de ${floor}…`,
  ended: "L’import est arrêté ; rien n’a changé.",
};
