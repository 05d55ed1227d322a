import type { SessionTexts } from "../en/session.ts";

export const session: SessionTexts = {
  problems: {
    wentBack: {
      what: "Le service est revenu avec un autre plan qu’auparavant.",
      next: "Ce qu’il a perdu est toujours ici : « Annuler » le ramène, et un enregistrement le conserve de nouveau.",
    },
    draftFailed: {
      what: "Les modifications non enregistrées ne peuvent pas être conservées sur cet appareil.",
      next: "Enregistrez souvent : elles sont perdues si cette page est fermée.",
    },
    notStored: {
      what: "Le dernier enregistrement ne figure pas dans le plan conservé.",
      next: "Vos modifications sont toujours ici : enregistrez de nouveau.",
    },
  },
  steps: {
    draft: "reprise d’un travail non enregistré",
    wentBack: "retour du service à un autre plan",
  },
};
