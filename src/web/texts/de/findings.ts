import type { FindingWords } from "../finding-words.ts";

export const findings: FindingWords = {
  roomlessOpening: (subject, room) =>
    room === ""
      ? `${subject} gehört zu keinem Raum.`
      : `${subject} gehört zum Raum „${room}“, den es nicht gibt.`,
  missingEdge: (subject, edge) => `${subject} liegt in Wand ${edge}, die der Raum nicht hat.`,
  beyondWall: (subject, metres) => `${subject} ragt ${metres} m über die Wand hinaus.`,
  duplicateId: (subject, id) => `${subject} hat die Id „${id}“, die schon vorher vergeben ist.`,
  unknownLevel: (subject, level) => `${subject} liegt auf der Etage „${level}“, die es nicht gibt.`,
  missingImage: (subject, url) =>
    url === ""
      ? `Das Vorlagebild der Etage „${subject}“ hat keine Adresse.`
      : `Das Vorlagebild der Etage „${subject}“ lässt sich nicht laden.`,
  backgroundLevel: (subject) =>
    `Es gibt ein Vorlagebild für die Etage „${subject}“, die es nicht gibt.`,
  unknownLabel: (subject) =>
    `Es gibt eine Beschriftung für den Raum „${subject}“, den es nicht gibt.`,
  unknownOutdoor: (subject) => `Der Außenbereich ist „${subject}“, den Raum gibt es nicht.`,
  fewCorners: (subject) => `${subject} hat weniger als drei Ecken.`,
  overlappingRooms: (both, area) => `${both} überschneiden sich auf ${area} m².`,
  oddThickness: (subject, metres) =>
    `${subject}: keine Wand ist ${metres} m dick; gezeichnet wird, als stünde da nichts.`,
  unknownEntity: (subject, id) =>
    `${subject} nennt „${id}“, was Home Assistant nicht hat oder deaktiviert hat.`,
};
