import type { ZoneSensorTexts } from "../en/zone-sensor.ts";

export const zoneSensor: ZoneSensorTexts = {
  explained:
    "Ein Sensor mit eigenen Zonen kann auch diese bekommen. Dann melden seine eigenen Entitäten, wer darin ist.",
  tracker: "Tracker des Sensors",
  none: "Keiner",
  slot: "Zone des Sensors",
  zone: (number) => `Zone ${number}`,
  exclusion: (number) => `Ausgenommene Zone ${number}`,
  shapes: { rectangle: "Rechteck", polygon: "Vieleck" },
  others: "Andere Entitäten",
  shape: "Was der Sensor annimmt",
  takes: { rectangle: "Vier Zahlen (Rechteck)", polygon: "Einen Text (Vieleck)" },
  fields: {
    x1: "x von",
    y1: "y von",
    x2: "x bis",
    y2: "y bis",
    text: "Text mit den Ecken",
    type: "Art der Zonen",
    switch: "Schalter, der an sein muss",
  },
  write: "In den Sensor schreiben…",
  shared: (zone) => `${zone} hat dieselben Entitäten: Was später geschrieben wird, gilt.`,
  saveFirst: "Speichere zuerst: Der Sensor bekommt, was gespeichert ist.",
  title: (zone) => `${zone}: in den Sensor schreiben`,
  looking: "Die Werte des Sensors werden gelesen…",
  writing: "Die Werte werden geschrieben, und der Sensor bestätigt jeden…",
  planned: "Der Sensor bekommt diese Werte:",
  same: "Der Sensor hat diese Zone schon.",
  entity: "Entität",
  before: "Jetzt",
  former: "Vorher",
  wanted: "Neu",
  after: "Gelesen",
  unknown: "unbekannt",
  excess: (area, percent) =>
    `Er nimmt ein Rechteck entlang seiner eigenen Achsen an, das ${area} m² mehr umfasst als die Zone (${percent} %).`,
  confirm: "Schreiben",
  cancel: "Abbrechen",
  close: "Schließen",
  undo: "Rückgängig",
  force: "Trotzdem rückgängig",
  takeOver: "Zone des Sensors übernehmen",
  outcomes: {
    impossible: "Diese Zone kann nicht geschrieben werden.",
    written: "Geschrieben. Der Sensor hat jeden Wert bestätigt.",
    restored: "Rückgängig gemacht. Der Sensor hat seine früheren Werte.",
    failed: "Nicht geschrieben. Der Sensor hat seine früheren Werte.",
    partly:
      "Nur ein Teil wurde geschrieben und ließ sich nicht zurücknehmen. Prüfe, was der Sensor hat.",
    changed: "Jemand hat den Sensor seitdem geändert. Rückgängig ersetzt diese Werte:",
  },
  failures: {
    refused: "Home Assistant hat das abgelehnt.",
    not_confirmed: "Der Sensor hat das nicht rechtzeitig bestätigt.",
    differs: "Der Sensor hat einen anderen Wert.",
    away: "Home Assistant war nicht erreichbar.",
    left: "Die Verbindung ist abgebrochen.",
  },
  problems: {
    "no-sensor": () => "Die gespeicherte Zone nennt keinen Sensor.",
    "bad-sensor": ({ value }) => `Die Zone kann nicht geschrieben werden: ${value}.`,
    "no-tracker": ({ value }) => `Es gibt keinen Tracker „${value}“, oder er ist nicht lesbar.`,
    "no-frame": ({ value }) =>
      `Der Tracker „${value}“ hat keine eigenen Koordinaten: Er braucht Ort und Richtung oder Punkte.`,
    "bad-frame": ({ value }) => `Der Tracker ist nicht kalibriert: ${value}.`,
    "other-floor": () => "Der Sensor ist auf einer anderen Etage als die Zone.",
    "no-entity": ({ entity }) => `Home Assistant hat ${entity} nicht oder hat sie deaktiviert.`,
    unavailable: ({ entity }) => `${entity} ist gerade nicht verfügbar.`,
    "not-a-number": ({ entity, value }) => `${entity} sagt „${value}“, was keine Zahl ist.`,
    "unknown-unit": ({ entity, value }) =>
      `${entity} hat die Einheit „${value}“, die keine Länge ist.`,
    "out-of-range": ({ entity, value, least, most, metres }) =>
      `Die Zone reicht ${metres} über das hinaus, was der Sensor annimmt: ${entity} wäre ${value} und nimmt ${least} bis ${most} an.`,
    "too-many-points": ({ value, most }) =>
      `Die Zone hat ${value} Ecken, und der Sensor nimmt ${most} an.`,
    "too-long": ({ value, most }) =>
      `Die Ecken brauchen ${value} Zeichen, und der Sensor nimmt ${most} an. Nimm weniger Ecken.`,
    "no-option": ({ entity, value }) => `${entity} bietet „${value}“ nicht an.`,
    "no-shape": () => "Der Sensor hat dort keine Zone.",
  },
};
