import type { Change, Subject } from "../../../plan/difference.ts";

const subjects: Readonly<Record<Subject, string>> = {
  levels: "level",
  rooms: "room",
  openings: "opening",
  furniture: "furniture",
  devices: "device",
  sensors: "sensor",
  texts: "text",
  labels: "room label",
  backgrounds: "tracing image",
  plan: "plan",
};

const lists: Readonly<Record<Subject, string>> = {
  ...subjects,
  levels: "levels",
  rooms: "rooms",
  openings: "openings",
  devices: "devices",
  sensors: "sensors",
  texts: "texts",
};

const what = ({ subject, name, key }: Change): string => {
  if (subject === "labels" || subject === "backgrounds") return subjects[subject];
  if (subject === "plan") return `plan: ${key}`;
  if (subject === "openings") return name === "" ? subjects.openings : name;
  return name === "" ? subjects[subject] : `${subjects[subject]} “${name}”`;
};

/** A change in words, as in `door moved 0.4 m in Kitchen`. */
const sentence = (change: Change): string => {
  const { kind, fields, distance, room } = change;
  const where = room === undefined ? "" : ` in ${room}`;
  if (kind === "reordered") return `${lists[change.subject]} put in another order`;
  if (kind === "moved") {
    const far =
      distance === undefined || distance < 0.005
        ? ""
        : ` ${distance.toFixed(2).replace(/0$/, "")} m`;
    return `${what(change)} moved${far}${where}`;
  }
  if (kind === "changed" && fields.length > 0)
    return `${what(change)} changed${where}: ${fields.join(", ")}`;
  return `${what(change)} ${kind}${where}`;
};

export const changes = { subjects, sentence };

export type ChangesTexts = typeof changes;
