import type { CardTexts } from "../en/screens.ts";

export const card: CardTexts = {
  name: "Plan de la maison",
  description: "Affiche le plan de votre logement, en direct.",
  plan: "Plan",
  rooms: (names) => `Plan avec ${names}`,
  keys: "Flèches pour déplacer, plus et moins pour zoomer, 0 pour tout afficher",
  levels: "Étages",
  zoomIn: "Zoom avant",
  zoomOut: "Zoom arrière",
  fit: "Tout afficher",
  reconnecting: "Reconnexion…",
  replay: {
    open: "Revenir en arrière",
    close: "Revenir à maintenant",
    before: "Le jour d’avant",
    after: "Le jour d’après",
    time: "Heure",
    loading: "Chargement de cette journée…",
    today: "Sur le plan d’aujourd’hui : seuls les administrateurs voient les précédents.",
    oldest: "Sur le plus ancien plan conservé.",
    nothing: "On ne sait rien de ce moment.",
    failed: "Cette journée n’a pas pu être chargée.",
  },
  waiting: { title: "Un instant", text: "Le plan arrive." },
  away: {
    title: "En attente du service",
    text: "Il est injoignable pour le moment. La carte continue d’essayer toute seule.",
  },
  empty: {
    title: "Il n’y a pas encore de plan",
    text: "Dès que quelqu’un en aura dessiné un dans l’éditeur, il apparaîtra ici.",
  },
  unset: {
    title: "Où se trouve le plan ?",
    text: "Indiquez à cette carte l’adresse du service et un jeton, ou ajoutez-la à un tableau de bord.",
  },
  unknown: {
    title: "Home Assistant ne connaît pas ce plan",
    text: "Indiquez à cette carte l’adresse du service de plans.",
  },
  stranger: {
    title: "Le service ne vous connaît pas",
    text: "Un administrateur peut le relier à ce Home Assistant, ou donner un jeton à cette carte.",
  },
};
