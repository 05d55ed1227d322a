import type { ManagingTexts } from "../en/managing.ts";
import { pluralIn } from "../word-types.ts";

const counted = pluralIn("de");

export const managing: ManagingTexts = {
  title: "Zugang verwalten",
  close: "Schließen",
  cancel: "Abbrechen",
  loading: "Lädt …",
  tokens: {
    tab: "Token",
    none: "Es gibt keine Token.",
    owner: "dieser Browser",
    administrator: "Administrator",
    control: "kann schalten",
    positions: "sieht Positionen",
    viewer: "nur ansehen",
    floor: (level) => `nur ${level}`,
    connected: "verbunden",
    used: (ago) => `zuletzt benutzt: ${ago}`,
    unused: "noch nie benutzt",
    unopened: (until) => `Link noch nicht geöffnet, gültig bis ${until}`,
    notOpened: "Link ungeöffnet abgelaufen",
    lasting: "bis zum Widerruf",
    until: (at) => `bis ${at}`,
    ended: (at) => `abgelaufen: ${at}`,
    revoke: "Widerrufen",
    revokeNamed: (name) => `${name} widerrufen`,
    sure: (name) => `„${name}“ widerrufen?`,
    sureText:
      "Alle, die dieses Token benutzen, werden sofort abgemeldet und können sich damit nicht wieder anmelden.",
    ownText:
      "Du bist mit diesem Token angemeldet: Du wirst sofort abgemeldet und kannst dich damit nicht wieder anmelden. Sorge dafür, dass du ein anderes hast.",
    revoked: (name) => `„${name}“ wurde widerrufen.`,
    revokedUnkept: (name) =>
      `„${name}“ wurde widerrufen, aber das konnte nicht gespeichert werden. Schaffe Platz auf der Festplatte: Startet der Server vorher neu, gilt das Token wieder.`,
  },
  link: {
    tab: "Neuer Link",
    intro:
      "Ein Link, der von selbst anmeldet, für ein Tablet an der Wand oder für einen Gast. Er gilt einmal, auf einem Gerät.",
    name: "Name",
    nameHint: "Etwa „Küchentablet“ oder „Gäste“: So steht er in der Liste der Token.",
    floor: "Etage",
    allFloors: "Alle Etagen",
    floorHint:
      "Die Seite öffnet diese Etage und bietet keine andere an. Das begrenzt nur die Ansicht und hält nichts geheim.",
    control: "Kann Lampen und alles andere auf dem Plan schalten",
    positions: "Kann sehen, wo Menschen und Geräte sind",
    expires: "Zugang gilt",
    times: {
      "12h": "12 Stunden",
      "1d": "1 Tag",
      "7d": "7 Tage",
      "30d": "30 Tage",
      "365d": "1 Jahr",
      "": "bis zum Widerruf",
    },
    opens: "Öffnet",
    wall: "Tablet-Ansicht, ohne Schaltflächen",
    page: "vollständige Seite",
    local:
      "Diese Seite wurde unter einer Adresse geöffnet, die nur dieser Rechner kennt. Dieser Link funktioniert deshalb auf anderen Geräten nicht. Öffne die Seite unter der Adresse des Rechners in deinem Netz, oder starte den Server mit --addresses.",
    make: "Link erstellen",
    made: (name) => `Link für „${name}“`,
    warning: (until) =>
      `Alle, die diesen Link haben, können den Plan ansehen, bis er zum ersten Mal geöffnet wird. Er wird nur einmal angezeigt: Kopiere oder scanne ihn jetzt, und öffne ihn bis ${until}. Gerät er in falsche Hände, widerrufe das Token.`,
    address: "Link",
    copy: "Kopieren",
    copied: "Kopiert.",
    notCopied: "Markiere den Link und kopiere ihn.",
    code: "QR-Code des Links",
    another: "Weiteren erstellen",
  },
  saves: {
    tab: "Wer was gespeichert hat",
    none: "Noch wurde nichts gespeichert.",
    revision: (rev) => `Version ${rev}`,
    unknown: "unbekannt",
  },
  bans: {
    tab: "Sperren",
    none: "Keine Adresse ist gesperrt.",
    failures: (count) =>
      counted(count, "# fehlgeschlagene Anmeldung", "# fehlgeschlagene Anmeldungen"),
    until: (at) => `bis ${at}`,
    lift: "Aufheben",
    liftNamed: (address) => `Sperre von ${address} aufheben`,
    lifted: (address) => `Die Sperre von ${address} wurde aufgehoben.`,
  },
};
