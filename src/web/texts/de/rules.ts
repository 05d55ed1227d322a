import type { RulesTexts } from "../en/rules.ts";

export const rules: RulesTexts = {
  title: "Regeln",
  hint: "Solange alle ihre Bedingungen gelten, ändert eine Regel das Aussehen. Von mehreren kommt jede Angabe aus der ersten, die sie macht.",
  rule: (number) => `Regel ${number}`,
  entity: "Wenn diese Entität",
  state: "den Zustand hat",
  also: "Und wenn",
  color: "dann Farbe",
  icon: "Symbol",
  hide: "Verborgen",
  add: "Regel hinzufügen",
  addCondition: "Weitere Bedingung",
  remove: (number) => `Regel ${number} entfernen`,
};
