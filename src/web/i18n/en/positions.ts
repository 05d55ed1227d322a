/** Words for where people and things are. */
export const positions = {
  /** For screen readers: all of them together. */
  all: "Who and what is where",
  kinds: {
    vacuum: "Vacuum",
    person: "Person",
    pet: "Pet",
    target: "Target",
    device: "Device",
  },
  label: (kind: string, name: string | undefined, room: string | undefined): string =>
    `${kind}${name === undefined ? "" : ` ${name}`}${room === undefined ? "" : `, in ${room}`}`,
  /** Said when somebody has entered another room. */
  entered: (who: string, room: string): string => `${who} is in the ${room}.`,
  /** A switch for screen readers: pressed, they are told who enters which room. */
  announce: "Announce who enters which room",
  /** What a zone without a name is called. */
  zone: "Zone",
  /** Who is in a zone. */
  inZone: (zone: string, who: readonly string[]): string =>
    `${zone}: ${who.length === 0 ? "nobody" : who.join(", ")}`,
};

export type PositionTexts = typeof positions;
