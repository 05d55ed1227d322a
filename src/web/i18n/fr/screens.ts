import type {
  ActingTexts,
  CardTexts,
  ConfigFormTexts,
  DetailsTexts,
  HeatTexts,
  LayersTexts,
  LiveTexts,
  PageTexts,
  RefusalTexts,
  ReplayTexts,
  View3dButtonTexts,
} from "../en/screens.ts";

export const card: CardTexts = {
  name: "Plan de la maison",
  description: "Affiche le plan de votre logement, en direct.",
  plan: "Plan",
  rooms: (names) => `Plan avec ${names}`,
  keys: "Flèches pour déplacer, plus et moins pour zoomer, 0 pour ajuster à l’écran, Z pour zoomer sur une pièce",
  levels: "Étages",
  zoomIn: "Zoom avant",
  zoomOut: "Zoom arrière",
  fit: "Ajuster à l’écran",
  reconnecting: "Reconnexion…",
  lookBack: "Revenir en arrière",
  waiting: { title: "Un instant", text: "Chargement du plan…" },
  away: {
    title: "Le serveur est injoignable",
    text: "Cette carte se reconnecte toute seule.",
  },
  empty: {
    title: "Il n’y a pas encore de plan",
    text: "Dès que quelqu’un en aura dessiné un dans l’éditeur, il apparaîtra ici.",
  },
  unset: {
    title: "Où se trouve le plan ?",
    text: "Indiquez à cette carte l’adresse du serveur et un jeton, ou ajoutez-la à un tableau de bord.",
  },
};

export const refusal: RefusalTexts = {
  unknown: {
    title: "Home Assistant ne connaît pas ce plan",
    text: "Indiquez à cette carte l’adresse du serveur de plans.",
  },
  unknownUser: {
    title: "Le serveur ne vous connaît pas",
    text: "Un administrateur peut le relier à ce Home Assistant, ou donner un jeton à cette carte.",
  },
  origin: {
    title: "Cette page ne peut pas se connecter",
    text: "Le serveur ne la connaît pas encore. Démarrez-le avec",
  },
  file: {
    title: "Cette page ne peut pas se connecter",
    text: "Elle a été ouverte comme fichier. Ouvrez-la depuis un serveur web, et démarrez le serveur de plans avec --origins et l’adresse de ce serveur web.",
  },
};

export const details: DetailsTexts = {
  close: "Fermer les détails",
  back: "Retour",
  unknown: "État inconnu",
  changed: (when) => `Modifié ${when}`,
  power: "Marche / arrêt",
  shadesOf: "Couleur",
  hue: "Teinte",
  shades: {
    warm: "Blanc chaud",
    red: "Rouge",
    yellow: "Jaune",
    green: "Vert",
    blue: "Bleu",
    purple: "Violet",
  },
  controls: {
    brightness: "Luminosité",
    temperature: "Température de couleur",
    open: "Ouvrir",
    stop: "Arrêter",
    close: "Fermer",
    position: "Position",
    target: "Consigne",
    low: "Au moins",
    high: "Au plus",
    mode: "Mode",
    speed: "Vitesse",
    volume: "Volume",
    previous: "Précédent",
    playPause: "Lecture / pause",
    next: "Suivant",
    mute: "Couper le son",
    unmute: "Remettre le son",
    value: "Valeur",
    option: "Option",
    press: "Appuyer",
    run: "Lancer",
    lock: "Verrouiller",
    unlock: "Déverrouiller",
    armHome: "Armer (maison)",
    armAway: "Armer (absent)",
    armNight: "Armer (nuit)",
    disarm: "Désarmer",
    start: "Démarrer",
    pause: "Pause",
    dock: "Retour à la base",
    locate: "Localiser",
    preset: "Préréglage",
    fanMode: "Ventilation",
    saturation: "Saturation",
    humidity: "Humidité",
  },
  day: "Dernières 24 heures",
  noDay: "Aucune donnée pour les dernières 24 heures",
  loadingDay: "Chargement des dernières 24 heures…",
  notLoaded: {
    day: "Impossible de charger les dernières 24 heures :",
    picture: "Impossible de charger l’image :",
    because: {
      unauthorized: "votre accès ne le permet pas.",
      home_assistant_unavailable: "Home Assistant est injoignable.",
      offline: "le service est injoignable.",
      connection_lost: "la connexion a été perdue.",
      timeout: "la réponse a trop tardé.",
      no_picture: "Home Assistant n’en a pas pour le moment.",
      unknown: "la raison n’est pas connue.",
    },
  },
  between: (min, max) => `Entre ${min} et ${max}`,
  empty: "Rien à afficher ici.",
};

export const live: LiveTexts = {
  away: "Home Assistant est injoignable",
  notLoaded:
    "Chargement impossible : rechargez la page, il existe peut-être une version plus récente.",
  understood: "OK",
};

export const replay: ReplayTexts = {
  close: "Revenir à maintenant",
  before: "Jour précédent",
  after: "Jour suivant",
  time: "Heure",
  play: "Lire la journée",
  pause: "Pause",
  loading: "Chargement…",
  today: "Sur le plan d’aujourd’hui : seuls les administrateurs voient les précédents.",
  oldest: "Sur le plus ancien plan conservé.",
  nothing: "Aucune donnée pour ce moment.",
  failed: "Cette journée n’a pas pu être chargée.",
};

/** What is shown as a heat map. */
const heatQuantities: HeatTexts["quantities"] = {
  temperature: "Température",
  humidity: "Humidité",
  carbon_dioxide: "CO₂",
  illuminance: "Luminosité",
  signal_strength: "Wi-Fi et signal radio",
  pm25: "Particules PM2,5",
  pm10: "Particules PM10",
  volatile_organic_compounds: "Composés volatils",
  volatile_organic_compounds_parts: "Composés volatils (parts)",
  carbon_monoxide: "CO",
  radon: "Radon",
  sound_pressure: "Bruit",
  atmospheric_pressure: "Pression atmosphérique",
  moisture: "Teneur en eau",
  power: "Puissance",
  energy: "Énergie",
};

export const heat: HeatTexts = {
  title: "Carte de chaleur",
  none: "Aucune",
  quantities: heatQuantities,
  byRoom: "par pièce",
  ofDay: (what) => `${what} depuis minuit`,
  blank: "Sans couleur : aucun capteur n’y parvient.",
  failed: "La carte de chaleur n’a pas pu être calculée.",
  nothing: (what) => `${what} : aucun capteur à cet étage.`,
  range: (what, least, most) => `${what} de ${least} à ${most}`,
  highest: (room) => `maximum : ${room}`,
};

/** The menu of a plan's layers. */
export const layers: LayersTexts = {
  title: "Calques",
  nearer: "Visible quand vous zoomez",
  farther: "Visible quand vous dézoomez",
};

export const acting: ActingTexts = {
  ask: {
    title: "Vraiment ?",
    switching: (names) => `Cela commande ${names}.`,
    doing: {
      turn_on: (names) => `Cela allume ${names}.`,
      turn_off: (names) => `Cela éteint ${names}.`,
      run: (names) => `Cela exécute ${names}.`,
      unlock: (names) => `Cela déverrouille ${names}.`,
      lock: (names) => `Cela verrouille ${names}.`,
      open_cover: (names) => `Cela ouvre ${names}.`,
      close_cover: (names) => `Cela ferme ${names}.`,
      alarm_arm_home: (names) => `Cela arme ${names} (maison).`,
      alarm_arm_away: (names) => `Cela arme ${names} (absent).`,
      alarm_arm_night: (names) => `Cela arme ${names} (nuit).`,
      alarm_disarm: (names) => `Cela désarme ${names}.`,
    },
    yes: "Oui",
    no: "Annuler",
    code: "Code",
  },
  refused: {
    control: "Lecture seule : le jeton de cet écran ne permet pas de commander.",
    away: "Home Assistant est injoignable, rien n’a été commandé.",
    rights: "Votre utilisateur Home Assistant n’en a pas le droit.",
    offline: "Le serveur est injoignable, rien n’a été commandé.",
    lost: "La connexion a été perdue : la commande est peut-être passée, peut-être pas.",
    unconfirmed: "Home Assistant n’a pas confirmé la commande : elle peut encore s’exécuter.",
    unanswered: (name: string, seconds: number): string =>
      `${name} n’a pas répondu en ${seconds} secondes.`,
    address: "Cette adresse ne peut pas être ouverte d’ici.",
    other: "La modification n’a pas été effectuée.",
  },
};

export const page: PageTexts = {
  title: "Plan de la maison",
  signIn: {
    heading: "Bienvenue",
    back: "Reconnectez-vous",
    kept: "Vos modifications non enregistrées sont conservées sur cet appareil. Connectez-vous et ouvrez l’éditeur pour les restaurer.",
    intro: "Connectez-vous avec votre jeton d’accès pour voir le plan.",
    token: "Jeton d’accès",
    hint: "Le serveur en affiche un à son premier démarrage ; un administrateur peut en créer d’autres avec « floorplan token create ».",
    homeAssistant: "Se connecter avec Home Assistant",
    underWay: "Connexion en cours…",
    orToken: "Ou avec un jeton d’accès :",
    submit: "Se connecter",
    missing: "Saisissez d’abord votre jeton.",
  },
  link: {
    title: "Utiliser ce lien ?",
    text: (name) =>
      `Vous êtes connecté en tant que « ${name} ». Le lien donne à ce navigateur son propre accès et vous déconnecte.`,
    yes: "Utiliser le lien",
    no: "Rester connecté",
  },
  plain: "Couleurs unies",
  signOut: "Se déconnecter",
  leaving: {
    title: "Avez-vous gardé votre jeton ?",
    text: "En vous déconnectant, vous retirez votre jeton de ce navigateur, et seul un tel jeton permet de dessiner. Un lien que vous créez montre le plan, rien de plus.",
    token: "Votre jeton",
    copy: "Copier",
    copied: "Copié.",
    notCopied: "Ce navigateur ne permet pas de copier : sélectionnez le texte et copiez-le.",
    another: "Créer un lien",
    stay: "Annuler",
  },
  unsaved: {
    what: (what) => `Pas encore enregistré : ${what}`,
    some: "Vos modifications ne sont pas encore enregistrées.",
    back: "Retour à l’éditeur",
  },
  edit: "Modifier",
  manage: "Accès",
  notManaged: "Les accès n’ont pas pu être chargés. Vérifiez la connexion et réessayez.",
  connecting: "Connexion…",
  away: "Le serveur ne répond pas encore. Cette page continue d’essayer.",
  homeAssistantAway:
    "Home Assistant est injoignable, le serveur ne sait donc pas qui vous êtes. Cette page continue d’essayer.",
  again: "Réessayer",
  otherToken: "Utiliser un autre jeton",
  refusedLink: "Le lien ouvert n’est pas valable ; vous restez connecté comme avant.",
  understood: "OK",
  opening: "Ouverture de l’éditeur…",
  notOpened:
    "L’éditeur ne peut pas être chargé. Cette page continue d’essayer ; si la connexion fonctionne, rechargez-la.",
  reload: "Recharger",
  wall: {
    empty:
      "Il n’y a pas encore de plan. Il apparaîtra ici dès qu’un administrateur en dessinera un à cette adresse :",
    wakeLockProblem: {
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
    foreign: "Importer d’un autre programme",
    foreignHint:
      "Sweet Home 3D (.sh3d), un scan de RoomPlan (.json), un dessin (.dxf), un bâtiment (.ifc), ou un plan tiré du dossier de Home Assistant",
    saving: "Enregistrement…",
    viewer:
      "Il n’y a pas encore de plan. Il apparaîtra ici dès qu’un administrateur en dessinera un.",
  },
};

export const configForm: ConfigFormTexts = {
  title: "Titre",
  level: "Étage affiché en premier",
  levelHint: "Son identifiant",
  look: "Couleurs",
  looks: { auto: "Comme le tableau de bord", day: "Jour", night: "Nuit" },
  plain: "Couleurs unies, sans revêtements de sol ni ombres",
  traced: "Afficher l’image de fond sous le plan",
  replay: "Permettre de revenir en arrière",
  heat_map: "Carte de chaleur",
  heatChoice: "Choisie sur la carte",
  heatQuantities,
  layers: "Calques",
  layersByDefault: "Comme le plan le prévoit, sans choix",
  noLayers: "Aucun",
  layersHint: "Vide : chacun choisit sur la carte.",
  domain: "Domaine de l’intégration dans Home Assistant",
  url: "Adresse d’un serveur indépendant, ou celles de ses nœuds séparées par des virgules",
  token: "Jeton de ce serveur",
  hint: "Laissez l’adresse et le jeton vides pour utiliser la connexion de Home Assistant.",
  tokenHint:
    "Sans jeton, chacun se connecte avec son compte Home Assistant, si le serveur y est relié.",
};

export const view3dButton: View3dButtonTexts = { open: "Afficher en 3D" };
