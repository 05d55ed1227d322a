import type { RulesTexts } from "../en/rules.ts";

export const rules: RulesTexts = {
  title: "Règles",
  hint: "Tant que toutes ses conditions sont remplies, une règle change l’apparence. De plusieurs, chaque champ vient de la première qui le donne.",
  rule: (number) => `Règle ${number}`,
  entity: "Si cette entité",
  state: "est dans l’état",
  also: "Et si",
  color: "alors couleur",
  icon: "Icône",
  hide: "Masqué",
  add: "Ajouter une règle",
  addCondition: "Autre condition",
  remove: (number) => `Supprimer la règle ${number}`,
};
