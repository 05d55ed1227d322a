import type { PositionTexts } from "../en/positions.ts";

export const positions: PositionTexts = {
  all: "Wer und was wo ist",
  kinds: {
    vacuum: "Saugroboter",
    person: "Person",
    pet: "Haustier",
    target: "Ziel",
    device: "Gerät",
  },
  label: (kind, name, room) =>
    `${kind}${name === undefined ? "" : ` ${name}`}${room === undefined ? "" : `, hier: ${room}`}`,
  entered: (who, room) => `${who} ist jetzt hier: ${room}.`,
  announce: "Ansagen, wer welchen Raum betritt",
  zone: "Zone",
  inZone: (zone, who) => `${zone}: ${who.length === 0 ? "niemand" : who.join(", ")}`,
};
