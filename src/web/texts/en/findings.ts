import type { FindingWords } from "../finding-words.ts";

export const findings: FindingWords = {
  roomlessOpening: (subject, room) =>
    room === ""
      ? `${subject} belongs to no room.`
      : `${subject} belongs to room “${room}”, which does not exist.`,
  missingEdge: (subject, edge) => `${subject} is in wall ${edge}, which its room does not have.`,
  beyondWall: (subject, metres) => `${subject} reaches ${metres} m beyond its wall.`,
  duplicateId: (subject, id) => `${subject} has the id “${id}”, as something before it has.`,
  unknownLevel: (subject, level) => `${subject} is on floor “${level}”, which does not exist.`,
  missingImage: (subject, url) =>
    url === ""
      ? `The tracing image of floor “${subject}” has no address.`
      : `The tracing image of floor “${subject}” cannot be loaded.`,
  backgroundLevel: (subject) =>
    `There is a tracing image for floor “${subject}”, which does not exist.`,
  unknownLabel: (subject) => `There is a label for room “${subject}”, which does not exist.`,
  unknownOutdoor: (subject) => `The outdoor room is “${subject}”, which does not exist.`,
  fewCorners: (subject) => `${subject} has fewer than three corners.`,
  overlappingRooms: (both, area) => `${both} overlap by ${area} m².`,
  oddThickness: (subject, metres) =>
    `${subject}: no wall is ${metres} m thick, so it is drawn as if nothing were said.`,
  unknownEntity: (subject, id) =>
    `${subject} names “${id}”, which Home Assistant does not have, or has disabled.`,
};
