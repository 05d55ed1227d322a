/** Lengths, areas and distances that are shown and typed. */
export const measures = {
  sorts: { inner: "Inner measures", centre: "Centre-line measures" },
  chosen: {
    inner: "Lengths and areas go from the face of one wall to that of the other.",
    centre: "Lengths and areas go from the middle of one wall to that of the other.",
  },
  ruler: "Tape measure",
  rulerHint: "Click one end of what you want to know. Nothing is drawn.",
  measured: (length: string, x: string, z: string): string =>
    `${length}; ${x} across, ${z} up or down.`,
  area: (metres: string): string => `${metres} m²`,
  width: "Width",
  depth: "Depth",
  length: "Length",
  wall: (number: number): string => `Length of wall ${number}`,
  ends: ["Distance to one end of the wall", "Distance to the other end of the wall"],
  ways: {
    left: "Distance to the left",
    right: "Distance to the right",
    up: "Distance upwards",
    down: "Distance downwards",
  },
  moves: "The right or lower end moves.",
  change: (label: string, metres: string): string => `${label}: ${metres}. Change`,
  type: "Type a length",
  typing: "A number now sets the length.",
  noLength: "This is no length. Try 5.20, 520 cm or 17'.",
  noFit: "There is no room for this length here.",
  taken: (name: string): string => `Another opening is in the way there: ${name}.`,
};

export type MeasuresTexts = typeof measures;
