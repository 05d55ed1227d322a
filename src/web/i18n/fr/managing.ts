import type { ManagingTexts } from "../en/managing.ts";
import { pluralIn } from "../word-types.ts";

const counted = pluralIn("fr");

export const managing: ManagingTexts = {
  title: "Gérer les accès",
  close: "Fermer",
  cancel: "Annuler",
  loading: "Chargement…",
  tokens: {
    tab: "Jetons",
    none: "Il n’y a aucun jeton.",
    owner: "ce navigateur",
    administrator: "administrateur",
    control: "peut commander",
    positions: "voit les positions",
    viewer: "lecture seule",
    floor: (level) => `${level} seulement`,
    connected: "connecté",
    used: (ago) => `dernière utilisation : ${ago}`,
    unused: "jamais utilisé",
    unopened: (until) => `lien pas encore ouvert, valable jusqu’au ${until}`,
    notOpened: "lien expiré sans avoir été ouvert",
    lasting: "jusqu’à sa révocation",
    until: (at) => `jusqu’au ${at}`,
    ended: (at) => `expiré : ${at}`,
    revoke: "Révoquer",
    revokeNamed: (name) => `Révoquer ${name}`,
    sure: (name) => `Révoquer « ${name} » ?`,
    sureText:
      "Tous ceux qui utilisent ce jeton sont déconnectés aussitôt et ne pourront plus se connecter avec lui.",
    ownText:
      "Vous êtes connecté avec ce jeton : vous serez déconnecté aussitôt et ne pourrez plus vous connecter avec lui. Assurez-vous d’en avoir un autre.",
    revoked: (name) => `« ${name} » a été révoqué.`,
    revokedUnkept: (name) =>
      `« ${name} » a été révoqué, mais cela n’a pas pu être enregistré. Libérez de la place sur le disque : si le serveur redémarre avant, le jeton fonctionne de nouveau.`,
  },
  link: {
    tab: "Nouveau lien",
    intro:
      "Un lien qui connecte de lui-même, pour une tablette au mur ou pour un invité. Il sert une fois, sur un seul appareil.",
    name: "Nom",
    nameHint:
      "Par exemple « Tablette de la cuisine » ou « Invités » : il figure dans la liste des jetons.",
    floor: "Étage",
    allFloors: "Tous les étages",
    floorHint:
      "La page ouvre cet étage et n’en propose aucun autre. Cela limite seulement l’affichage et ne garde rien secret.",
    control: "Peut commander les lampes et tout le reste du plan",
    positions: "Peut voir où sont les personnes et les appareils",
    expires: "Durée de l’accès",
    times: {
      "12h": "12 heures",
      "1d": "1 jour",
      "7d": "7 jours",
      "30d": "30 jours",
      "365d": "1 an",
      "": "jusqu’à sa révocation",
    },
    opens: "Ouvre",
    wall: "page murale, sans boutons",
    page: "page entière",
    local:
      "Cette page a été ouverte à une adresse que seule cette machine connaît : ce lien ne fonctionnera pas sur d’autres appareils. Ouvrez la page par l’adresse de la machine dans votre réseau, ou démarrez le serveur avec --addresses.",
    make: "Créer le lien",
    made: (name) => `Lien pour « ${name} »`,
    warning: (until) =>
      `Toute personne ayant ce lien peut voir le plan, jusqu’à sa première ouverture. Il n’est affiché qu’une fois : copiez-le ou scannez-le maintenant, et ouvrez-le avant le ${until}. S’il tombe en de mauvaises mains, révoquez le jeton.`,
    address: "Lien",
    copy: "Copier",
    copied: "Copié.",
    notCopied: "Sélectionnez le lien et copiez-le.",
    code: "Code QR du lien",
    another: "En créer un autre",
  },
  saves: {
    tab: "Qui a enregistré quoi",
    none: "Rien n’a encore été enregistré.",
    revision: (rev) => `Version ${rev}`,
    unknown: "inconnu",
  },
  bans: {
    tab: "Blocages",
    none: "Aucune adresse n’est bloquée.",
    failures: (count) => counted(count, "# connexion échouée", "# connexions échouées"),
    until: (at) => `jusqu’au ${at}`,
    lift: "Lever",
    liftNamed: (address) => `Lever le blocage de ${address}`,
    lifted: (address) => `Le blocage de ${address} a été levé.`,
  },
};
