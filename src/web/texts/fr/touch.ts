import type { TouchTexts } from "../en/touch.ts";

export const touch: TouchTexts = {
  usual: "Comportement habituel",
  path: "Page, par exemple /lovelace/kitchen",
  actions: {
    toggle: "Basculer",
    "more-info": "Plus d’informations",
    navigate: "Aller à une page",
    none: "Aucune action",
  },
};
