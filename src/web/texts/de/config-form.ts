import type { ConfigFormTexts } from "../en/config-form.ts";

export const configForm: ConfigFormTexts = {
  title: "Titel",
  level: "Etage am Anfang (ihre Id)",
  look: "Farben",
  looks: { auto: "Wie das Dashboard", day: "Tag", night: "Nacht" },
  traced: "Das Vorlagebild unter dem Grundriss zeigen",
  replay: "Zurückblicken auf frühere Momente anbieten",
  domain: "Domain des Dienstes in Home Assistant",
  url: "Adresse eines eigenen Dienstes, oder die seiner Knoten mit Kommas",
  token: "Token für diesen Dienst",
  hint: "Ohne Adresse und Token gilt die Verbindung von Home Assistant.",
  tokenHint:
    "Ohne Token melden sich alle mit ihrem Konto von Home Assistant an, sofern der Dienst damit verbunden ist.",
};
