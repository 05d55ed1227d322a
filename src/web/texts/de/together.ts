import type { TogetherTexts } from "../en/together.ts";

export const together: TogetherTexts = {
  saved: (who, count) => `${who} ${count === 1 ? "hat" : "haben"} gespeichert. Neu in deinem Plan:`,
  somebody: "jemand anderes",
  nothing: "nichts geändert",
  more: "und mehr",
  one: {
    added: (name) => `${name} hinzugefügt`,
    removed: (name) => `${name} entfernt`,
    renamed: (name) => `${name} umbenannt`,
    moved: (name) => `${name} verschoben`,
    changed: (name) => `${name} geändert`,
    reordered: (name) => `${name} umgeordnet`,
  },
  many: {
    added: (count) => `${count} Dinge hinzugefügt`,
    removed: (count) => `${count} Dinge entfernt`,
    renamed: (count) => `${count} Dinge umbenannt`,
    moved: (count) => `${count} Dinge verschoben`,
    changed: (count) => `${count} Dinge geändert`,
    reordered: (count) => `${count} Listen umgeordnet`,
  },
  stored: "jetzt gespeichert",
  present: "Bearbeiten auch",
  editing: (name, floor) =>
    floor === undefined ? `${name} bearbeitet den Plan` : `${name} bearbeitet: ${floor}`,
  others: (count) => `${count} weitere`,
};
