import type { MeshTexts } from "../en/mesh.ts";
import { pluralIn } from "../word-types.ts";

const counted = pluralIn("fr");

export const mesh: MeshTexts = {
  title: "Réseau radio",
  hint: "Comment les appareils Zigbee, Z-Wave et Thread du plan s’entendent, et où un routeur aiderait.",
  open: "Afficher le réseau radio",
  close: "Fermer",
  which: "Réseau",
  kinds: { zha: "Zigbee (ZHA)", zigbee2mqtt: "Zigbee2MQTT", zwave: "Z-Wave", thread: "Thread" },
  baseTopic: "Topic de base",
  read: "Lire le réseau",
  reading:
    "Lecture du réseau … Cela peut prendre des minutes, car Zigbee2MQTT interroge les routeurs l’un après l’autre.",
  none: "Home Assistant n’a aucune des intégrations ZHA, MQTT, Z-Wave et Matter.",
  notRead: "Ce réseau n’a pas été lu depuis le démarrage du service.",
  readAt: (at, ago) => `État : ${at}, ${ago}.`,
  scanning: "ZHA explore son réseau : relisez-le dans une minute ou deux.",
  leftOut: (count) =>
    counted(count, "# nœud ou liaison est omis.", "# nœuds et liaisons sont omis."),
  drawing: "Le réseau radio sur le plan ; la liste en dessous a ses liaisons",
  legend: "Légende",
  choose: "Choisissez une ligne, un nœud ou une liaison de la liste.",
  links: "Liaisons, les plus faibles d’abord",
  noLinks: "Aucune liaison n’est connue.",
  unplaced: "Absents du plan",
  unplacedHint: "Placez une des entités du nœud sur le plan, ou un appareil qui a le nom du nœud.",
  roles: {
    coordinator: "Coordinateur",
    router: "Routeur",
    end_device: "Appareil final",
    unknown: "Nœud de nature inconnue",
  },
  grades: { weak: "Faible", fair: "Moyenne", good: "Bonne" },
  linkQuality: (lqi) => `qualité de liaison ${lqi} sur 255`,
  strength: (dBm) => `${dBm} dBm`,
  unmeasured: "Non mesurée",
  metres: (metres) => `${metres} m`,
  walls: (count) => (count === 0 ? "aucun mur" : counted(count, "# mur", "# murs")),
  ceilings: (count) => counted(count, "# plafond", "# plafonds"),
  explained: "La distance et les murs l’expliquent.",
  unexplained:
    "Bien plus faible que la distance et les murs ne l’expliquent : cherchez du métal, une antenne derrière l’appareil ou un canal perturbé.",
  noWay: "Le plan n’a pas les deux extrémités.",
  heard: (ago) => `Entendu : ${ago}.`,
  old: "Cela date de plus d’un jour.",
  oldLegend: "Plus d’un jour",
  silent: "Ne répond pas.",
  best: (room, helped) => `Un routeur aiderait le plus dans : ${room} (${helped}).`,
  helped: (name, quality, better) => `${name} de ${quality} à ${better}`,
  bestLegend: "Place pour un routeur",
  someRoom: "une pièce sans nom",
  noWeak: "Aucune liaison n’est faible.",
  noBest:
    "Il y a des liaisons faibles, mais aucun nœud du plan ne gagnerait beaucoup avec un autre routeur.",
  past: "Retour en arrière",
  asRead: "tel que lu",
  pastWeak: (count) => counted(count, "# nœud était faible", "# nœuds étaient faibles"),
  pastNodes: "Nœuds à ce moment, les plus faibles d’abord",
  pastNone:
    "Aucun retour en arrière : Home Assistant n’a enregistré aucune qualité de liaison de ces nœuds depuis un jour.",
  pastDisabled: (count) =>
    counted(
      count,
      "# nœud a un capteur de qualité de liaison désactivé : activez-le sur la page de l’appareil dans Home Assistant pour revenir en arrière.",
      "# nœuds ont des capteurs de qualité de liaison désactivés : activez-les sur les pages des appareils dans Home Assistant pour revenir en arrière.",
    ),
};
