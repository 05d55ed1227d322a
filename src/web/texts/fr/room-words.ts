import type { RoomWords } from "../../renderer/options.ts";

export const french: RoomWords = {
  water: /salle.d.eau|bain|sanitaire/,
  honey: /cuisine|cellier|garde-manger/,
  lilac: /chambre|suite parentale|dortoir/,
  sand: /salon|s[ée]jour|biblioth[èe]que|v[ée]randa/,
  rose: /salle.[àa].manger|repas|r[ée]union/,
  sage: /bureau/,
  stone: /couloir|entr[ée]e|vestibule|palier|escalier|d[ée]gagement/,
  mist: /buanderie|cave|rangement|d[ée]barras|atelier/,
};
