import type { PositionTexts } from "../en/positions.ts";

export const positions: PositionTexts = {
  all: "Où sont les personnes et les appareils",
  kinds: {
    vacuum: "Robot aspirateur",
    person: "Personne",
    pet: "Animal",
    target: "Cible",
    device: "Appareil",
  },
  label: (kind, name, room) =>
    `${kind}${name === undefined ? "" : ` ${name}`}${room === undefined ? "" : `, ici : ${room}`}`,
  entered: (who, room) => `${who} est maintenant ici : ${room}.`,
  announce: "Annoncer qui entre dans quelle pièce",
  zone: "Zone",
  inZone: (zone, who) => `${zone} : ${who.length === 0 ? "personne" : who.join(", ")}`,
};
