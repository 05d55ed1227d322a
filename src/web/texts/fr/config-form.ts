import type { ConfigFormTexts } from "../en/config-form.ts";

export const configForm: ConfigFormTexts = {
  title: "Titre",
  level: "Étage affiché en premier (son identifiant)",
  look: "Couleurs",
  looks: { auto: "Comme le tableau de bord", day: "Jour", night: "Nuit" },
  traced: "Afficher l’image de fond sous le plan",
  replay: "Proposer de revenir à des moments passés",
  domain: "Domaine du service dans Home Assistant",
  url: "Adresse d’un service indépendant, ou celles de ses nœuds séparées par des virgules",
  token: "Jeton de ce service",
  hint: "Laissez l’adresse et le jeton vides pour utiliser la connexion de Home Assistant.",
  tokenHint:
    "Sans jeton, chacun se connecte avec son compte Home Assistant, si le service y est relié.",
};
