import type { CardTexts } from "../en/screens.ts";

export const card: CardTexts = {
  name: "Grundriss",
  description: "Zeigt den Grundriss deines Zuhauses, immer aktuell.",
  plan: "Grundriss",
  rooms: (names) => `Grundriss mit ${names}`,
  keys: "Pfeiltasten verschieben, Plus und Minus zoomen, 0 zeigt alles",
  levels: "Etagen",
  zoomIn: "Vergrößern",
  zoomOut: "Verkleinern",
  fit: "Alles zeigen",
  reconnecting: "Verbindet sich wieder …",
  replay: {
    open: "Zurückblicken",
    close: "Zurück zum Jetzt",
    before: "Der Tag davor",
    after: "Der Tag danach",
    time: "Uhrzeit",
    loading: "Der Tag wird geladen …",
    today: "Auf dem heutigen Plan: Frühere sehen nur Administratoren.",
    oldest: "Auf dem ältesten Plan, der aufbewahrt ist.",
    nothing: "Von dieser Zeit ist nichts bekannt.",
    failed: "Der Tag ließ sich nicht laden.",
  },
  waiting: { title: "Einen Moment", text: "Der Grundriss ist unterwegs." },
  away: {
    title: "Warten auf den Dienst",
    text: "Er ist gerade nicht erreichbar. Diese Karte versucht es von selbst weiter.",
  },
  empty: {
    title: "Es gibt noch keinen Grundriss",
    text: "Sobald jemand im Editor einen zeichnet, erscheint er hier.",
  },
  unset: {
    title: "Wo ist der Grundriss?",
    text: "Gib dieser Karte die Adresse des Dienstes und ein Token, oder füge sie einem Dashboard hinzu.",
  },
  unknown: {
    title: "Home Assistant kennt diesen Grundriss nicht",
    text: "Gib dieser Karte die Adresse des Grundriss-Dienstes.",
  },
  stranger: {
    title: "Der Dienst kennt dich nicht",
    text: "Ein Administrator kann ihn mit diesem Home Assistant verbinden oder dieser Karte ein Token geben.",
  },
};
