import type { TouchTexts } from "../en/touch.ts";

export const touch: TouchTexts = {
  usual: "Wie üblich",
  path: "Seite, etwa /lovelace/kitchen",
  actions: {
    toggle: "Schalten",
    "more-info": "Einzelheiten zeigen",
    navigate: "Zu einer Seite gehen",
    none: "Nichts",
  },
};
