import type { PageTexts } from "../en/page.ts";

export const page: PageTexts = {
  title: "Plan de la maison",
  signIn: {
    heading: "Bienvenue",
    back: "Reconnectez-vous",
    kept: "Votre travail non enregistré est conservé sur cet appareil. Il vous sera proposé dès que vous serez connecté et aurez ouvert l’éditeur.",
    intro: "Connectez-vous avec votre jeton d’accès pour voir le plan.",
    token: "Jeton d’accès",
    hint: "Le service en affiche un à son premier démarrage ; un administrateur peut en créer d’autres avec « floorplan token create ».",
    homeAssistant: "Se connecter avec Home Assistant",
    underWay: "Connexion en cours…",
    orToken: "Ou avec un jeton d’accès :",
    submit: "Se connecter",
    missing: "Saisissez d’abord votre jeton.",
  },
  signOut: "Se déconnecter",
  edit: "Modifier",
  connecting: "Connexion…",
  away: "Le service ne répond pas encore. Cette page continue d’essayer toute seule.",
  homeAssistantAway:
    "Home Assistant, qui sait qui vous êtes, est injoignable. Cette page réessaie d’elle-même.",
  again: "Réessayer",
  otherToken: "Utiliser un autre jeton",
  refusedLink: "Le lien ouvert ne connecte personne ; vous restez connecté comme avant.",
  understood: "OK",
  opening: "Ouverture de l’éditeur…",
  notOpened: "L’éditeur n’a pas pu être chargé. Vérifiez la connexion et rechargez la page.",
  reload: "Recharger",
  empty: {
    heading: "Dessinez votre logement",
    intro:
      "Il n’y a pas encore de plan. Partez d’un petit appartement d’exemple à adapter, ou d’une feuille blanche.",
    sample: "Partir de l’appartement d’exemple",
    sampleHint: "Cinq pièces avec portes, meubles et lampes",
    blank: "Partir d’une feuille blanche",
    blankHint: "Ouvre l’éditeur",
    saving: "Un instant…",
    viewer:
      "Il n’y a pas encore de plan. Dès qu’un administrateur en aura dessiné un, il apparaîtra ici de lui-même.",
  },
};
