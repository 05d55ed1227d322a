import type { ZoneSensorTexts } from "../en/zone-sensor.ts";

export const zoneSensor: ZoneSensorTexts = {
  explained:
    "Un capteur qui a ses propres zones peut aussi avoir celle-ci. Ses propres entités disent alors qui s’y trouve.",
  tracker: "Traceur du capteur",
  none: "Aucun",
  slot: "Zone du capteur",
  zone: (number) => `Zone ${number}`,
  exclusion: (number) => `Zone exclue ${number}`,
  shapes: { rectangle: "rectangle", polygon: "polygone" },
  others: "Autres entités",
  shape: "Ce que le capteur accepte",
  takes: { rectangle: "Quatre nombres (rectangle)", polygon: "Un texte (polygone)" },
  fields: {
    x1: "x de",
    y1: "y de",
    x2: "x à",
    y2: "y à",
    text: "Texte avec les angles",
    type: "Type des zones",
    switch: "Interrupteur qui doit être allumé",
  },
  write: "Écrire dans le capteur…",
  shared: (zone) => `${zone} a les mêmes entités : la dernière écrite compte.`,
  saveFirst: "Enregistrez d’abord : le capteur reçoit ce qui est enregistré.",
  title: (zone) => `${zone} : écrire dans le capteur`,
  looking: "Lecture des valeurs du capteur…",
  writing: "Écriture en cours ; le capteur confirme chaque valeur…",
  planned: "Le capteur reçoit ces valeurs :",
  same: "Le capteur a déjà cette zone.",
  entity: "Entité",
  before: "Actuel",
  former: "Avant",
  wanted: "Nouveau",
  after: "Relu",
  unknown: "inconnu",
  excess: (area, percent) =>
    `Il accepte un rectangle selon ses propres axes, qui couvre ${area} m² de plus que la zone (${percent} %).`,
  confirm: "Écrire",
  cancel: "Annuler",
  close: "Fermer",
  undo: "Remettre les valeurs",
  force: "Remettre quand même",
  takeOver: "Reprendre la zone du capteur",
  outcomes: {
    impossible: "Cette zone ne peut pas être écrite.",
    written: "Écrit. Le capteur a confirmé chaque valeur.",
    restored: "C’est remis. Le capteur a ses anciennes valeurs.",
    failed: "Rien n’est écrit. Le capteur a ses anciennes valeurs.",
    partly:
      "Une partie seulement a été écrite et n’a pas pu être remise. Vérifiez ce que le capteur a.",
    changed: "Quelqu’un a modifié le capteur depuis. Les remettre remplace ces valeurs :",
  },
  failures: {
    refused: "Home Assistant a refusé.",
    not_confirmed: "Le capteur n’a pas confirmé à temps.",
    differs: "Le capteur a une autre valeur.",
    away: "Home Assistant n’était pas joignable.",
    left: "La connexion a été interrompue.",
  },
  problems: {
    "no-sensor": () => "La zone enregistrée ne nomme aucun capteur.",
    "bad-sensor": ({ value }) => `La zone ne peut pas être écrite : ${value}.`,
    "no-tracker": ({ value }) => `Il n’y a pas de traceur « ${value} », ou il est illisible.`,
    "no-frame": ({ value }) =>
      `Le traceur « ${value} » n’a pas de coordonnées propres : il lui faut une place et une direction, ou des points.`,
    "bad-frame": ({ value }) => `Le traceur n’est pas calibré : ${value}.`,
    "other-floor": () => "Le capteur est à un autre étage que la zone.",
    "no-entity": ({ entity }) => `Home Assistant n’a pas ${entity}, ou l’a désactivée.`,
    unavailable: ({ entity }) => `${entity} est indisponible pour le moment.`,
    "not-a-number": ({ entity, value }) =>
      `${entity} dit « ${value} », ce qui n’est pas un nombre.`,
    "unknown-unit": ({ entity, value }) =>
      `${entity} a l’unité « ${value} », qui n’est pas une longueur.`,
    "out-of-range": ({ entity, value, least, most, metres }) =>
      `La zone dépasse de ${metres} ce que le capteur accepte : ${entity} serait ${value} et accepte de ${least} à ${most}.`,
    "too-many-points": ({ value, most }) =>
      `La zone a ${value} angles, et le capteur en accepte ${most}.`,
    "too-long": ({ value, most }) =>
      `Les angles demandent ${value} caractères, et le capteur en accepte ${most}. Prenez moins d’angles.`,
    "no-option": ({ entity, value }) => `${entity} ne propose pas « ${value} ».`,
    "no-shape": () => "Le capteur n’a pas de zone à cet endroit.",
  },
};
