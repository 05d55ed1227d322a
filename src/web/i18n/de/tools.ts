import type { ToolsTexts } from "../en/tools.ts";

export const tools: ToolsTexts = {
  palette: "Werkzeuge",
  select: "Auswählen",
  choosePiece: "Was möchtest du aufstellen?",
  things: (count) => `${count} Dinge`,
  added: (name) => `${name} hinzugefügt.`,
  removed: (name) => `${name} gelöscht.`,
  removedWithOpenings: (name, openings) =>
    openings === 1
      ? `${name} gelöscht, und 1 Öffnung damit.`
      : `${name} gelöscht, und ${openings} Öffnungen damit.`,
  copied: (name) => `${name} kopiert.`,
  moved: (x, z) => `Bei ${x}, ${z}.`,
  tooSmall: "Zu klein für einen Raum: zieh einen größeren auf.",
  tooShort: "Zu kurz: zieh es länger.",
  nameOf: "Name",
  handles: {
    corner: (number) => `Ecke ${number}`,
    wall: (number) => `Wand ${number}`,
    end: (number) => (number === 1 ? "Ein Ende" : "Anderes Ende"),
    side: (number) =>
      ["Rückseite", "Rechte Seite", "Vorderseite", "Linke Seite"][number - 1] ?? `Seite ${number}`,
    turn: () => "Drehen",
    label: () => "Platz des Namens",
  },
  hints: {
    select: "Klick etwas an, um es auszuwählen, und zieh es, um es zu verschieben.",
    selectedMany: "Zieh eines davon, um alle zu verschieben.",
    roomNext:
      "Zieh den nächsten Raum daneben auf: die Wände verbinden sich. Dann kommen Türen und Fenster.",
    roomSecond: "Jetzt die gegenüberliegende Ecke.",
    lineSecond: "Jetzt das andere Ende.",
    cornersNext: "Klick auf die nächste Ecke. Rückgängig nimmt die letzte zurück.",
    cornersClose: "Klick auf die nächste Ecke, oder auf die erste, um den Raum zu schließen.",
    image: "Zieh das Bild dorthin, wo es hingehört. Esc beendet das.",
    calibrate: "Klick einen von zwei Punkten des Bilds an, deren Abstand du kennst.",
    calibrateSecond: "Jetzt den anderen Punkt.",
    openingHere: "Hier ist schon etwas: zieh es an der Wand entlang.",
    noWalls: "Zeichne zuerst einen Raum: Öffnungen kommen in seine Wände.",
    noWallHere: "Hier ist keine Wand. Zeig auf eine.",
    place: (name) => `Klick dorthin, wo es stehen soll: ${name}.`,
    turns: "R dreht es.",
  },
};
