import type { LiveTexts } from "../en/live.ts";

export const live: LiveTexts = {
  away: "Home Assistant ist nicht erreichbar",
  ask: {
    title: "Wirklich?",
    switching: (names) => `Damit wird ${names} geschaltet.`,
    doing: {
      unlock: (names) => `Damit wird ${names} entriegelt.`,
      lock: (names) => `Damit wird ${names} verriegelt.`,
      open_cover: (names) => `Damit wird ${names} geöffnet.`,
      close_cover: (names) => `Damit wird ${names} geschlossen.`,
      alarm_arm_home: (names) =>
        `Damit wird ${names} scharf geschaltet, während jemand zu Hause ist.`,
      alarm_arm_away: (names) => `Damit wird ${names} scharf geschaltet, während niemand da ist.`,
      alarm_arm_night: (names) => `Damit wird ${names} für die Nacht scharf geschaltet.`,
      alarm_disarm: (names) => `Damit wird ${names} unscharf geschaltet.`,
    },
    yes: "Ja",
    no: "Abbrechen",
    code: "Code",
  },
  refused: {
    control: "Dieser Bildschirm zeigt nur und schaltet nicht: Sein Token darf nicht steuern.",
    away: "Home Assistant ist nicht erreichbar, darum wurde nichts geschaltet.",
    rights: "Dein Benutzer von Home Assistant darf das nicht.",
    offline: "Der Dienst ist nicht erreichbar, darum wurde nichts geschaltet.",
    lost: "Die Verbindung ging verloren: Vielleicht wurde geschaltet, vielleicht nicht.",
    unconfirmed:
      "Home Assistant hat es nicht bestätigt: Vielleicht ist es geschehen, oder geschieht noch.",
    address: "Diese Adresse lässt sich von hier nicht öffnen.",
    other: "Das wurde nicht ausgeführt.",
  },
  notLoaded: "Die Einzelheiten ließen sich nicht laden.",
  understood: "Verstanden",
};
