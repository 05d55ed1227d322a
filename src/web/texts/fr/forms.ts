import type { FormsTexts } from "../en/forms.ts";

export const forms: FormsTexts = {
  noLength: "Ce n’est pas une longueur : écrivez 5,2, 520 cm ou 17′ 6″.",
  noNumber: "Ce n’est pas un nombre.",
  heldBack: (text) => `« ${text} » est illisible et n’est donc pas encore enregistré.`,
  imageNoPlan: (name) =>
    `« ${name} » est une image : pour dessiner par-dessus, ajoutez-la sous « Image ». Un fichier de plan est ce qu’écrit « Exporter le plan ».`,
  noPlanFile: (name) =>
    `« ${name} » n’est pas un fichier de plan : c’est le JSON qu’écrit « Exporter le plan ».`,
  notApplied: "Ce texte n’est pas encore appliqué ; enregistrer l’applique.",
  icons: {
    list: "Icônes",
    loading: "Chargement des noms des icônes…",
    none: "Aucune icône trouvée. Leurs noms sont anglais, comme lamp ou bed.",
    found: (count) => (count === 1 ? "1 icône" : `${count} icônes`),
  },
  now: {
    applies: "S’applique maintenant.",
    appliesNot: "Ne s’applique pas maintenant.",
    holds: "Remplie.",
    holdsNot: "Non remplie.",
    holdsAs: (value) => `Remplie : est ${value}.`,
    holdsNotAs: (value) => `Non remplie : est ${value}.`,
    noState: "Non remplie : rien n’en est connu.",
    template: "Home Assistant le calcule ; ce n’est pas vérifié ici.",
  },
  oneOf: (number) => `Possibilité ${number}`,
  pieces: { search: "Rechercher", none: "Rien ne s’appelle ainsi." },
  completions: "Ce qui peut s’écrire ici",
  yamlHeldBack: "Le texte YAML ne peut pas être appliqué et n’est donc pas encore enregistré.",
};
