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
  link: {
    title: "Diesen Link verwenden?",
    text: (name) =>
      `Du bist hier als „${name}“ angemeldet. Mit dem Link bekommt dieser Browser den Zugang, für den der Link gemacht wurde, und du wirst hier abgemeldet.`,
    yes: "Link verwenden",
    no: "Angemeldet bleiben",
  },
  signOut: "Abmelden",
  edit: "Bearbeiten",
  manage: "Zugang",
  notManaged: "Das konnte nicht geladen werden. Prüfe die Verbindung und versuche es noch einmal.",
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
  wall: {
    empty:
      "Es gibt noch keinen Plan. Sobald ein Administrator einen gezeichnet hat, erscheint er hier von selbst. Gezeichnet wird er unter:",
    old: "Was du siehst, ist nicht mehr live.",
    drowsy: {
      insecure:
        "Dieser Browser lässt den Bildschirm nur über https an. Öffne die Seite über https, oder stelle das Tablet selbst so ein, dass es anbleibt.",
      missing:
        "Dieser Browser kann den Bildschirm nicht anlassen. Stelle das Tablet selbst so ein, dass es anbleibt.",
      refused:
        "Der Browser lässt den Bildschirm nicht an, vielleicht um Strom zu sparen. Lade das Tablet, oder stelle es selbst so ein, dass es anbleibt.",
    },
  },
  empty: {
    heading: "Zeichne dein Zuhause",
    intro:
      "Noch gibt es keinen Plan. Beginne mit einer kleinen Beispielwohnung und mach sie zu deiner, oder mit einem leeren Blatt.",
    sample: "Mit der Beispielwohnung beginnen",
    sampleHint: "Fünf Räume mit Türen, Möbeln und Lampen",
    blank: "Mit einem leeren Blatt beginnen",
    blankHint: "Öffnet den Editor",
    foreign: "Plan eines anderen Programms importieren",
    foreignHint: "Sweet Home 3D (.sh3d) oder ein Grundriss aus dem Ordner von Home Assistant",
    saving: "Einen Augenblick …",
    viewer:
      "Noch gibt es keinen Plan. Sobald ein Administrator einen gezeichnet hat, erscheint er hier von selbst.",
  },
};
