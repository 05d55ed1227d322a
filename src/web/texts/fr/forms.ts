import type { FormsTexts } from "../en/forms.ts";

export const forms: FormsTexts = {
  noLength: "Ce n’est pas une longueur : écrivez 5,2, 520 cm ou 17' 6\".",
  noNumber: "Ce n’est pas un nombre.",
  heldBack: (text) => `« ${text} » est illisible et n’est donc pas encore enregistré.`,
  notApplied: "Ce texte n’est pas encore appliqué ; enregistrer l’applique.",
  yamlHeldBack: "Le texte YAML ne peut pas être appliqué et n’est donc pas encore enregistré.",
};
