import type { KindsTexts, StatesTexts } from "../en/kinds.ts";
import type { ThingWords, TypeWords } from "../word-types.ts";
import type { DrawingWords } from "../../renderer/options.ts";
import { furniture, openings } from "./pieces.ts";

const things: ThingWords = {
  rooms: "Pièce",
  zones: "Zone",
  walls: "Mur",
  openings: "Ouverture",
  furniture: "Meuble",
  devices: "Appareil",
  sensors: "Capteur",
  texts: "Texte",
  dimensions: "Cote",
};

const types: TypeWords = {
  openings,
  furniture,
  devices: {
    alarm: "Alarme",
    camera: "Caméra",
    dishwasher: "Lave-vaisselle",
    doorbell: "Sonnette",
    dryer: "Sèche-linge",
    fan: "Ventilateur",
    generic: "Appareil",
    lock: "Serrure",
    media: "Lecteur multimédia",
    plug: "Prise",
    radiator: "Radiateur",
    router: "Routeur",
    speaker: "Enceinte",
    thermostat: "Thermostat",
    vacuum: "Aspirateur",
    washer: "Lave-linge",
  },
};

const move = {
  mouse: "Glissez pour déplacer, appuyez sur Suppr pour supprimer.",
  touch: "Faites glisser pour déplacer. La barre sur le dessin permet de copier et de supprimer.",
};
const choosePiece = "Choisissez un élément dans la liste, ou faites-le glisser sur le plan.";

export const kinds: KindsTexts = {
  rooms: {
    many: "Pièces",
    selected: {
      mouse:
        "Faites glisser la pièce, un mur ou un angle. Double-cliquez sur un mur pour ajouter un angle, sur un angle pour le supprimer, sur la pièce pour la renommer.",
      touch:
        "Déplacez pièce, mur ou angle. Touchez deux fois un mur : nouvel angle, un angle : supprimé.",
    },
    question: "Comment s’appelle cette pièce ?",
    proposals: [
      "Salon",
      "Chambre",
      "Cuisine",
      "Salle de bain",
      "Entrée",
      "Chambre d’enfant",
      "Bureau",
      "Salle à manger",
      "Toilettes",
      "Cellier",
      "Balcon",
    ],
    tools: {
      room: { name: "Pièce", hint: "Faites glisser d’un angle de la pièce à l’angle opposé." },
      corners: {
        name: "Pièce par angles",
        hint: {
          mouse: "Cliquez à l’endroit du premier angle.",
          touch: "Touchez l’endroit du premier angle.",
        },
      },
    },
  },
  zones: {
    many: "Zones",
    selected: {
      mouse:
        "Faites glisser le contour ou un coin, ou l’intérieur pour déplacer la zone. Double-cliquez sur le contour pour ajouter un coin, sur un coin pour le supprimer.",
      touch:
        "Faites glisser la zone, un côté ou un coin. Deux touchers sur un côté y ajoutent un coin, sur un coin l’ôtent.",
    },
    question: "Comment s’appelle cette zone ?",
    proposals: ["Canapé", "Lit", "Bureau", "Table à manger", "Douche", "Ventilateur"],
    tools: { zone: { name: "Zone", hint: "Faites glisser d’un coin de la zone au coin opposé." } },
  },
  walls: {
    many: "Murs",
    selected:
      "Faites glisser une extrémité, ou le mur pour le déplacer. Portes et fenêtres vont dans les murs des pièces.",
    tools: {
      wall: { name: "Mur", hint: "Faites glisser d’une extrémité à l’autre d’un mur isolé." },
    },
  },
  openings: {
    many: "Portes et fenêtres",
    selected:
      "Faites-la glisser le long du mur ou vers un autre. Faites glisser une extrémité pour changer la largeur.",
    tools: {
      door: {
        name: "Porte",
        hint: {
          mouse: "Cliquez sur un mur pour y placer une porte.",
          touch: "Touchez un mur pour y placer une porte.",
        },
      },
      window: {
        name: "Fenêtre",
        hint: {
          mouse: "Cliquez sur un mur pour y placer une fenêtre.",
          touch: "Touchez un mur pour y placer une fenêtre.",
        },
      },
      passage: {
        name: "Passage",
        hint: {
          mouse: "Cliquez sur un mur pour y placer un passage.",
          touch: "Touchez un mur pour y placer un passage.",
        },
      },
      opening: { name: "Autres ouvertures", hint: choosePiece },
    },
  },
  furniture: {
    many: "Meubles et lampes",
    selected: {
      mouse: "Glissez pour déplacer, appuyez sur R pour pivoter, sur Suppr pour supprimer.",
      touch:
        "Faites glisser pour déplacer. La barre sur le dessin permet de pivoter, de copier et de supprimer.",
    },
    tools: { furniture: { name: "Meubles", hint: choosePiece } },
  },
  devices: {
    many: "Appareils",
    selected: move,
    tools: { device: { name: "Appareils", hint: choosePiece } },
  },
  sensors: { many: "Capteurs", selected: move, tools: {} },
  texts: {
    many: "Textes",
    selected: move,
    question: "Quel est le texte ?",
    tools: {
      text: {
        name: "Texte",
        hint: { mouse: "Cliquez à l’endroit du texte.", touch: "Touchez l’endroit du texte." },
      },
    },
  },
  dimensions: {
    many: "Cotes",
    selected:
      "Faites glisser une extrémité pour mesurer autre chose, ou la ligne pour la déplacer.",
    tools: {
      dimension: {
        name: "Cote",
        hint: "Faites glisser d’une extrémité à l’autre de la cote.",
      },
    },
  },
};

export const states: StatesTexts = {
  active: "Actif",
  buffering: "Mise en mémoire tampon",
  cleaning: "Nettoyage",
  closed: "Fermé",
  closing: "Fermeture",
  docked: "À la station d’accueil",
  error: "Erreur",
  home: "Maison",
  idle: "Inactif",
  jammed: "Bloqué",
  locked: "Verrouillé",
  locking: "Verrouillage",
  mowing: "Tonte",
  not_home: "Absent",
  off: "Éteint",
  ok: "OK",
  on: "Allumé",
  open: "Ouvert",
  opening: "Ouverture",
  paused: "En pause",
  playing: "Lecture en cours",
  problem: "Problème",
  recording: "Enregistrement",
  returning: "Retour à la station d’accueil",
  standby: "En veille",
  stopped: "Arrêté",
  streaming: "Diffusion",
  unavailable: "Indisponible",
  unknown: "Inconnu",
  unlocked: "Déverrouillé",
  unlocking: "Déverrouillage",
};

export const drawing: DrawingWords = {
  things,
  types,
  lamp: "Lampe",
  states,
  marks: {
    added: "ajout",
    removed: "suppression",
    moved: "déplacement",
    changed: "modification",
  },
};
