import type { TogetherTexts } from "../en/together.ts";
import { counted } from "./plural.ts";

// Nouns, which need not agree with a name whose gender nobody knows.
export const together: TogetherTexts = {
  saved: (who, count) =>
    `${who} ${count === 1 ? "a" : "ont"} enregistré. Nouveau dans votre plan :`,
  somebody: "quelqu’un d’autre",
  nothing: "aucun changement",
  more: "et plus",
  one: {
    added: (name) => `ajout : ${name}`,
    removed: (name) => `suppression : ${name}`,
    renamed: (name) => `nouveau nom : ${name}`,
    moved: (name) => `déplacement : ${name}`,
    changed: (name) => `modification : ${name}`,
    reordered: (name) => `nouvel ordre : ${name}`,
  },
  many: {
    added: (count) => counted(count, "ajout"),
    removed: (count) => counted(count, "suppression"),
    renamed: (count) => counted(count, "nouveau nom", "nouveaux noms"),
    moved: (count) => counted(count, "déplacement"),
    changed: (count) => counted(count, "modification"),
    reordered: (count) => `nouvel ordre de ${counted(count, "liste")}`,
  },
  stored: "enregistrée maintenant",
  present: "Modifient aussi",
  editing: (name, floor) =>
    floor === undefined ? `${name} modifie le plan` : `${name} modifie : ${floor}`,
  others: (count) => `${count} de plus`,
};
