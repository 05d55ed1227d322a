import type { View3dTexts } from "../en/view-3d.ts";

export const view3d: View3dTexts = {
  close: "Revenir au plan",
  title: "Plan en 3D",
  keys: "Les flèches tournent, avec Maj elles déplacent, plus et moins zooment, 0 montre tout",
  floors: { alone: "Un étage", stacked: "Maison", apart: "Étages séparés" },
  floorsLabel: "Étages en 3D",
  wholeWalls: "Murs entiers",
  walk: "Marcher dans les pièces",
  endWalk: "Terminer la visite",
  walkKeys:
    "Les flèches ou Z, Q, S et D (en QWERTY, W, A, S et D) font marcher, glisser fait regarder autour, Échap termine la visite",
  missing:
    "Ce navigateur n’affiche pas la 3D : il lui manque WebGL 2. Activez son accélération matérielle ou utilisez un autre navigateur.",
  lost: "Le navigateur a retiré les graphismes : voici de nouveau le plan.",
  savePicture: "Enregistrer l’image",
  screenWidth: "Comme à l’écran",
  pixels: (width) => `${width} pixels`,
  fileName: "plan",
  pictureTooLarge: (width, height, most) =>
    `Cette image aurait ${width} × ${height} pixels. La carte graphique de ce navigateur dessine au plus ${most} × ${most} : choisissez une largeur plus petite.`,
  pictureNotMade:
    "Le navigateur n’a pas pu créer cette image, peut-être par manque de mémoire. Choisissez une largeur plus petite ou fermez d’autres onglets.",
  understood: "OK",
};
