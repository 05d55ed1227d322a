import type { PageTexts } from "../en/page.ts";

export const page: PageTexts = {
  title: "Grundriss",
  signIn: {
    heading: "Willkommen",
    back: "Melde dich wieder an",
    kept: "Deine ungespeicherte Arbeit ist auf diesem Gerät aufgehoben. Sie wird dir angeboten, sobald du angemeldet bist und den Editor öffnest.",
    intro: "Melde dich mit deinem Zugangstoken an, um den Grundriss zu sehen.",
    token: "Zugangstoken",
    hint: "Der Dienst zeigt eines bei seinem ersten Start; Administratoren machen weitere mit „floorplan token create“.",
    homeAssistant: "Mit Home Assistant anmelden",
    underWay: "Anmeldung läuft …",
    orToken: "Oder mit einem Zugangstoken:",
    submit: "Anmelden",
    missing: "Gib zuerst dein Token ein.",
  },
  signOut: "Abmelden",
  edit: "Bearbeiten",
  connecting: "Verbinde …",
  away: "Der Dienst antwortet noch nicht. Diese Seite versucht es von selbst weiter.",
  homeAssistantAway:
    "Home Assistant, das weiß, wer du bist, ist nicht erreichbar. Diese Seite versucht es von selbst weiter.",
  again: "Noch einmal versuchen",
  otherToken: "Anderes Token verwenden",
  refusedLink: "Der geöffnete Link meldet niemanden an; du bleibst angemeldet wie zuvor.",
  understood: "OK",
  opening: "Öffne den Editor …",
  notOpened: "Der Editor konnte nicht geladen werden. Prüfe die Verbindung und lade die Seite neu.",
  reload: "Neu laden",
  empty: {
    heading: "Zeichne dein Zuhause",
    intro:
      "Noch gibt es keinen Plan. Beginne mit einer kleinen Beispielwohnung und mach sie zu deiner, oder mit einem leeren Blatt.",
    sample: "Mit der Beispielwohnung beginnen",
    sampleHint: "Fünf Räume mit Türen, Möbeln und Lampen",
    blank: "Mit einem leeren Blatt beginnen",
    blankHint: "Öffnet den Editor",
    saving: "Einen Augenblick …",
    viewer:
      "Noch gibt es keinen Plan. Sobald ein Administrator einen gezeichnet hat, erscheint er hier von selbst.",
  },
};
