import type { View3dTexts } from "../en/view-3d.ts";

export const view3d: View3dTexts = {
  close: "Zurück zum Grundriss",
  title: "Grundriss in 3D",
  keys: "Pfeiltasten drehen, mit der Umschalttaste verschieben sie, Plus und Minus zoomen, 0 zeigt alles",
  floors: { alone: "Eine Etage", stacked: "Haus", apart: "Etagen getrennt" },
  floorsLabel: "Etagen in 3D",
  wholeWalls: "Ganze Wände",
  walk: "Durch die Räume gehen",
  endWalk: "Rundgang beenden",
  walkKeys:
    "Pfeiltasten oder W, A, S und D gehen, Ziehen sieht sich um, Escape beendet den Rundgang",
  missing:
    "Dieser Browser zeigt kein 3D: Ihm fehlt WebGL 2. Schalte seine Hardwarebeschleunigung ein, oder nimm einen anderen Browser.",
  lost: "Der Browser hat die Grafik weggenommen, deshalb ist hier wieder der Grundriss.",
  savePicture: "Bild speichern",
  screenWidth: "Wie auf dem Bildschirm",
  pixels: (width) => `${width} Pixel`,
  fileName: "grundriss",
  pictureTooLarge: (width, height, most) =>
    `Dieses Bild hätte ${width} × ${height} Pixel. Die Grafik dieses Browsers zeichnet höchstens ${most} × ${most}: Nimm eine kleinere Breite.`,
  pictureNotMade:
    "Der Browser konnte dieses Bild nicht erzeugen, vielleicht fehlt ihm Speicher. Nimm eine kleinere Breite, oder schließe andere Tabs.",
  understood: "OK",
};
