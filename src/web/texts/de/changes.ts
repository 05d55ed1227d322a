import type { ChangesTexts } from "../en/changes.ts";

export const changes: ChangesTexts = {
  inRoom: (room) => ` in ${room}`,
  added: (name, where) => `${name} hinzugefügt${where}`,
  removed: (name, where) => `${name} entfernt${where}`,
  moved: (name, far, where) => `${name}${far} verschoben${where}`,
  changed: (name, where, fields) => `${name} geändert${where}${fields === "" ? "" : `: ${fields}`}`,
  reordered: (list) => `${list}: andere Reihenfolge`,
};
