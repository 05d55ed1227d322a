import type { ChangesTexts } from "../en/changes.ts";

export const changes: ChangesTexts = {
  inRoom: (room) => ` in ${room}`,
  added: (name, where) => `${name} hinzugefügt${where}`,
  removed: (name, where) => `${name} entfernt${where}`,
  moved: (name, far, where) => `${name}${far} verschoben${where}`,
  changed: (name, where, fields) => `${name} geändert${where}${fields === "" ? "" : `: ${fields}`}`,
  reordered: (list) => `${list}: andere Reihenfolge`,
  fields: {
    backgrounds: "Vorlagebilder",
    double_tap_action: "Aktion bei doppeltem Tippen",
    hold_action: "Aktion bei langem Drücken",
    id: "Kennung",
    labels: "Plätze der Raumnamen",
    left: "Von links",
    opacity: "Deckkraft",
    outdoor: "Außenbereich",
    points: "Ecken",
    rules: "Regeln",
    sheet_extra: "Weitere Entitäten",
    tap_action: "Aktion beim Tippen",
    top: "Von oben",
    url: "Bild",
  },
};
