import type { SunTexts } from "../en/sun.ts";

export const sun: SunTexts = {
  title: "Sonne und Norden",
  explained:
    "Gib die Nordrichtung an, damit Tageslicht durch die Fenster fällt. Der Stand der Sonne kommt von Home Assistant oder folgt aus den Koordinaten. Wer den Plan sieht, kann an beidem ungefähr erkennen, wo das Haus steht.",
  compass: "Nordrichtung",
  degrees: (degrees) => `${degrees}° im Uhrzeigersinn von oben`,
  unset: "Nicht gesetzt",
  show: "Tageslicht hier zeigen",
  day: "Tag",
  hour: "Uhrzeit",
  wrongDegrees: (least, most) => `Gib ${least} bis ${most} Grad ein.`,
  noNorth: "Gib die Nordrichtung an, um Tageslicht zu sehen.",
  noPlace: "Gib die Koordinaten an, um das Tageslicht eines beliebigen Tages zu sehen.",
  night: "Die Sonne steht unter dem Horizont.",
};
