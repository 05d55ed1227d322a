import type { ChangesTexts } from "../en/changes.ts";

export const changes: ChangesTexts = {
  inRoom: (room) => ` in ${room}`,
  added: (name, where) => `${name}${where} hinzugefügt`,
  removed: (name, where) => `${name}${where} entfernt`,
  moved: (name, far, where) => `${name}${where}${far} verschoben`,
  changed: (name, where, fields) => `${name}${where} geändert${fields === "" ? "" : `: ${fields}`}`,
  reordered: (list) => `${list}: andere Reihenfolge`,
  fields: {
    backgrounds: "Vorlagebilder",
    from: "Ein Ende",
    id: "Kennung",
    labels: "Plätze der Raumnamen",
    left: "Von links",
    opacity: "Deckkraft",
    outdoor: "Außenbereich",
    points: "Ecken",
    rules: "Regeln",
    to: "Anderes Ende",
    top: "Von oben",
    url: "Bild",
  },
};
