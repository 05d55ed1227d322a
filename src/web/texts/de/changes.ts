import type { Change, Subject } from "../../../plan/difference.ts";
import type { ChangesTexts } from "../en/changes.ts";

const subjects: Readonly<Record<Subject, string>> = {
  levels: "Stockwerk",
  rooms: "Raum",
  openings: "Öffnung",
  furniture: "Möbelstück",
  devices: "Gerät",
  sensors: "Sensor",
  texts: "Text",
  labels: "Raumbeschriftung",
  backgrounds: "Bildvorlage",
  plan: "Plan",
};

const lists: Readonly<Record<Subject, string>> = {
  ...subjects,
  levels: "Stockwerke",
  rooms: "Räume",
  openings: "Öffnungen",
  furniture: "Möbel",
  devices: "Geräte",
  sensors: "Sensoren",
  texts: "Texte",
};

const kinds = { added: "hinzugefügt", removed: "entfernt", changed: "geändert" } as const;

const openings = new Map([
  ["door", "Tür"],
  ["window", "Fenster"],
]);

const what = ({ subject, name, key }: Change): string => {
  if (subject === "labels" || subject === "backgrounds") return subjects[subject];
  if (subject === "plan") return `Plan: ${key}`;
  if (subject === "openings") return openings.get(name) ?? (name === "" ? subjects.openings : name);
  return name === "" ? subjects[subject] : `${subjects[subject]} „${name}“`;
};

const sentence = (change: Change): string => {
  const { kind, fields, distance, room } = change;
  const where = room === undefined ? "" : ` in ${room}`;
  if (kind === "reordered") return `${lists[change.subject]} anders geordnet`;
  if (kind === "moved") {
    const metres = distance?.toFixed(2).replace(/0$/, "").replace(".", ",");
    const far = distance === undefined || distance < 0.005 ? "" : ` um ${metres} m`;
    return `${what(change)}${where}${far} verschoben`;
  }
  const list = kind === "changed" && fields.length > 0 ? `: ${fields.join(", ")}` : "";
  return `${what(change)}${where} ${kinds[kind]}${list}`;
};

export const changes: ChangesTexts = { subjects, sentence };
