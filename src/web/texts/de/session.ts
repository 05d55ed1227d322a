import type { SessionTexts } from "../en/session.ts";

export const session: SessionTexts = {
  problems: {
    wentBack: {
      what: "Der Dienst ist mit einem anderen Plan zurückgekommen, als er vorher hatte.",
      next: "Was er verloren hat, ist noch hier: Rückgängig holt es zurück, und Speichern sichert es wieder.",
    },
    draftFailed: {
      what: "Ungespeicherte Änderungen können auf diesem Gerät nicht aufbewahrt werden.",
      next: "Speichere oft: Sie gehen verloren, wenn diese Seite geschlossen wird.",
    },
    notStored: {
      what: "Was zuletzt gespeichert wurde, ist im gespeicherten Plan nicht angekommen.",
      next: "Deine Änderungen sind noch hier: Speichere noch einmal.",
    },
  },
  steps: {
    draft: "Übernahme ungespeicherter Arbeit",
    wentBack: "Rückkehr des Dienstes zu einem anderen Plan",
  },
};
