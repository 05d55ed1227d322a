import type { PanelsTexts } from "../../i18n/en/panels.ts";
import { counted } from "./plural.ts";

export const tracing: PanelsTexts["tracing"] = {
  intro: "Placez un plan, ou sa photo, sous le dessin pour en suivre les contours.",
  firstLevel: "Rez-de-chaussée",
  choose: "Choisir une image…",
  replace: "Choisir une autre image…",
  limits: (size) =>
    size === undefined ? "PNG, JPEG, WebP ou SVG." : `PNG, JPEG, WebP ou SVG, ${size} au maximum.`,
  uploading: (name) => `Envoi de « ${name} »`,
  ended: "L’envoi a été interrompu ; rien n’a été modifié.",
  move: "Glisser à sa place",
  left: "Bord gauche (m)",
  top: "Bord supérieur (m)",
  width: "Largeur (m)",
  opacity: "Opacité",
  calibrate: "Mettre à l’échelle par deux points…",
  calibrateHint:
    "Marquez sur le dessin deux points de l’image dont vous connaissez la distance, par exemple les extrémités d’un mur. Au clavier : les flèches déplacent la croix, Entrée place un point.",
  pointsSet: (count) => `${counted(count, "point placé", "points placés")} sur 2`,
  measured: (metres) => `Sur le dessin, ils sont à ${metres} m l’un de l’autre.`,
  trueDistance: "Distance réelle (m)",
  scale: "Mettre l’image à l’échelle",
  removeImage: "Supprimer l’image",
  rotation: "Tournée de (°)",
  quarter: "Tourner de 90°",
  straighten: "Redresser selon ces points",
  dropHint: "Ou déposez une image sur le dessin, ou collez-la.",
  notWhileUploading: "Une autre image est en cours d’envoi.",
};
