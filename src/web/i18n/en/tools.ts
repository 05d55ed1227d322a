/** What the tools of the editor are called, expect and say. */
export const tools = {
  palette: "Tools",
  select: "Select",
  choosePiece: "What do you want to place?",
  things: (count: number): string => `${count} things`,
  added: (name: string): string => `${name} added.`,
  removed: (name: string): string => `${name} deleted.`,
  removedWithOpenings: (name: string, openings: number): string =>
    openings === 1
      ? `${name} deleted, and 1 opening with it.`
      : `${name} deleted, and ${openings} openings with it.`,
  copied: (name: string): string => `${name} copied.`,
  moved: (x: string, z: string): string => `At ${x}, ${z}.`,
  tooSmall: "Too small for a room: draw a larger one.",
  tooShort: "Too short: draw a longer one.",
  nameOf: "Name",
  handles: {
    corner: (number: number): string => `Corner ${number}`,
    wall: (number: number): string => `Wall ${number}`,
    end: (number: number): string => (number === 1 ? "One end" : "Other end"),
    side: (number: number): string =>
      ["Back", "Right side", "Front", "Left side"][number - 1] ?? `Side ${number}`,
    turn: (): string => "Turn",
    label: (): string => "Place of the name",
  },
  hints: {
    select: "Click something to select it, and drag it to move it.",
    selectedMany: "Drag one to move all of them.",
    roomNext: "Drag the next room beside this one: their walls join. Then add doors and windows.",
    roomSecond: "Now the opposite corner.",
    lineSecond: "Now the other end.",
    cornersNext: "Click the next corner. Undo takes the last one back.",
    cornersClose: "Click the next corner, or the first one to close the room.",
    image: "Drag the image to where it belongs. Esc ends it.",
    calibrate: "Click one of two points of the image whose distance you know.",
    calibrateSecond: "Now the other point.",
    openingHere: "There is one here already: drag it along the wall.",
    noWalls: "Draw a room first: openings go into its walls.",
    noWallHere: "There is no wall here. Point at one.",
    place: (name: string): string => `Click where it goes: ${name}.`,
    turns: "R turns it.",
  },
};

export type ToolsTexts = typeof tools;
