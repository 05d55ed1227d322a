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
  link: {
    title: "Utiliser ce lien ?",
    text: (name) =>
      `Vous êtes connecté ici en tant que « ${name} ». Avec le lien, ce navigateur reçoit l’accès pour lequel le lien a été créé, et vous êtes déconnecté ici.`,
    yes: "Utiliser le lien",
    no: "Rester connecté",
  },
  signOut: "Se déconnecter",
  edit: "Modifier",
  manage: "Accès",
  notManaged: "Cela n’a pas pu être chargé. Vérifiez la connexion et réessayez.",
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
  wall: {
    empty:
      "Il n’y a pas encore de plan. Dès qu’un administrateur en aura dessiné un, il apparaîtra ici de lui-même. On le dessine à cette adresse :",
    old: "Ce que vous voyez n’est plus en direct.",
    drowsy: {
      insecure:
        "Ce navigateur ne garde l’écran allumé qu’en https. Ouvrez cette page en https, ou réglez la tablette pour qu’elle reste allumée.",
      missing:
        "Ce navigateur ne peut pas garder l’écran allumé. Réglez la tablette pour qu’elle reste allumée.",
      refused:
        "Le navigateur ne garde pas l’écran allumé, peut-être pour économiser l’énergie. Chargez la tablette, ou réglez-la pour qu’elle reste allumée.",
    },
  },
  empty: {
    heading: "Dessinez votre logement",
    intro:
      "Il n’y a pas encore de plan. Partez d’un petit appartement d’exemple à adapter, ou d’une feuille blanche.",
    sample: "Partir de l’appartement d’exemple",
    sampleHint: "Cinq pièces avec portes, meubles et lampes",
    blank: "Partir d’une feuille blanche",
    blankHint: "Ouvre l’éditeur",
    foreign: "Importer un plan d’un autre programme",
    foreignHint: "Sweet Home 3D (.sh3d), ou un plan tiré du dossier de Home Assistant",
    saving: "Un instant…",
    viewer:
      "Il n’y a pas encore de plan. Dès qu’un administrateur en aura dessiné un, il apparaîtra ici de lui-même.",
  },
};
