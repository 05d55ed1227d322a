import type { SunTexts } from "../en/sun.ts";

export const sun: SunTexts = {
  title: "Soleil et nord",
  explained:
    "Indiquez le nord pour que la lumière du jour entre par les fenêtres. La position du soleil vient de Home Assistant ou des coordonnées. Quiconque voit le plan peut en déduire à peu près où se trouve la maison.",
  compass: "Direction du nord",
  degrees: (degrees) => `${degrees}° dans le sens horaire depuis le haut`,
  unset: "Non définie",
  show: "Montrer la lumière du jour ici",
  day: "Jour",
  hour: "Heure",
  wrongDegrees: (least, most) => `Saisissez de ${least} à ${most} degrés.`,
  noNorth: "Indiquez la direction du nord pour voir la lumière du jour.",
  noPlace: "Saisissez les coordonnées pour voir la lumière de n’importe quel jour.",
  night: "Le soleil est sous l’horizon.",
};
