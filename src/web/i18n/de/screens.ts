import type {
  ActingTexts,
  CardTexts,
  ConfigFormTexts,
  DetailsTexts,
  HeatTexts,
  LayersTexts,
  LiveTexts,
  PageTexts,
  RefusalTexts,
  ReplayTexts,
  View3dButtonTexts,
} from "../en/screens.ts";

export const card: CardTexts = {
  name: "Grundriss",
  description: "Zeigt den Grundriss deines Zuhauses, immer aktuell.",
  plan: "Grundriss",
  rooms: (names) => `Grundriss mit ${names}`,
  keys: "Pfeiltasten verschieben, Plus und Minus zoomen, 0 passt ein, Z zoomt auf einen Raum",
  levels: "Etagen",
  zoomIn: "Vergrößern",
  zoomOut: "Verkleinern",
  fit: "Einpassen",
  reconnecting: "Verbindet sich wieder …",
  lookBack: "Zurückblicken",
  waiting: { title: "Einen Moment", text: "Der Grundriss wird geladen …" },
  away: {
    title: "Der Server ist nicht erreichbar",
    text: "Diese Karte verbindet sich von selbst wieder.",
  },
  empty: {
    title: "Es gibt noch keinen Grundriss",
    text: "Sobald jemand im Editor einen zeichnet, erscheint er hier.",
  },
  unset: {
    title: "Wo ist der Grundriss?",
    text: "Gib dieser Karte die Adresse des Servers und ein Token, oder füge sie einem Dashboard hinzu.",
  },
};

export const refusal: RefusalTexts = {
  unknown: {
    title: "Home Assistant kennt diesen Grundriss nicht",
    text: "Gib dieser Karte die Adresse des Grundriss-Servers.",
  },
  unknownUser: {
    title: "Der Server kennt dich nicht",
    text: "Ein Administrator kann ihn mit diesem Home Assistant verbinden oder dieser Karte ein Token geben.",
  },
  origin: {
    title: "Diese Seite darf sich nicht verbinden",
    text: "Der Server kennt sie noch nicht. Starte ihn mit",
  },
  file: {
    title: "Diese Seite darf sich nicht verbinden",
    text: "Sie wurde als Datei geöffnet. Öffne sie von einem Webserver, und starte den Server mit --origins und dessen Adresse.",
  },
};

export const details: DetailsTexts = {
  close: "Details schließen",
  back: "Zurück",
  unknown: "Zustand unbekannt",
  changed: (when) => `Geändert ${when}`,
  power: "Ein/Aus",
  shadesOf: "Farbe",
  hue: "Farbton",
  shades: {
    warm: "Warmweiß",
    red: "Rot",
    yellow: "Gelb",
    green: "Grün",
    blue: "Blau",
    purple: "Violett",
  },
  controls: {
    brightness: "Helligkeit",
    temperature: "Farbtemperatur",
    open: "Öffnen",
    stop: "Anhalten",
    close: "Schließen",
    position: "Position",
    target: "Soll",
    low: "Mindestens",
    high: "Höchstens",
    mode: "Modus",
    speed: "Stufe",
    volume: "Lautstärke",
    previous: "Zurück",
    playPause: "Wiedergabe / Pause",
    next: "Weiter",
    mute: "Stumm",
    unmute: "Ton an",
    value: "Wert",
    option: "Option",
    press: "Drücken",
    run: "Ausführen",
    lock: "Verriegeln",
    unlock: "Entriegeln",
    armHome: "Scharf (zu Hause)",
    armAway: "Scharf (abwesend)",
    armNight: "Scharf (Nacht)",
    disarm: "Unscharf",
    start: "Starten",
    pause: "Pause",
    dock: "Zur Station",
    locate: "Suchen",
    preset: "Voreinstellung",
    fanMode: "Lüfter",
    saturation: "Sättigung",
    humidity: "Luftfeuchte",
  },
  day: "Letzte 24 Stunden",
  noDay: "Keine Daten für die letzten 24 Stunden",
  loadingDay: "Die letzten 24 Stunden werden geladen …",
  notLoaded: {
    day: "Die letzten 24 Stunden konnten nicht geladen werden:",
    picture: "Das Bild konnte nicht geladen werden:",
    because: {
      unauthorized: "Dein Zugang reicht dafür nicht.",
      home_assistant_unavailable: "Home Assistant ist nicht erreichbar.",
      offline: "Der Dienst ist nicht erreichbar.",
      connection_lost: "Die Verbindung ging verloren.",
      timeout: "Die Antwort hat zu lange gedauert.",
      no_picture: "Home Assistant hat gerade keines.",
      unknown: "Der Grund ist nicht bekannt.",
    },
  },
  between: (min, max) => `Zwischen ${min} und ${max}`,
  empty: "Hier gibt es nichts anzuzeigen.",
};

export const live: LiveTexts = {
  away: "Home Assistant ist nicht erreichbar",
  notLoaded: "Nicht geladen: Lade die Seite neu, vielleicht gibt es eine neuere Version.",
  understood: "OK",
};

export const replay: ReplayTexts = {
  close: "Zurück zu jetzt",
  before: "Vorheriger Tag",
  after: "Nächster Tag",
  time: "Uhrzeit",
  play: "Den Tag abspielen",
  pause: "Anhalten",
  loading: "Lädt …",
  today: "Auf dem heutigen Plan: Frühere sehen nur Administratoren.",
  oldest: "Auf dem ältesten gespeicherten Plan.",
  nothing: "Keine Daten für diese Zeit.",
  failed: "Der Tag konnte nicht geladen werden.",
};

/** What is shown as a heat map. */
const heatQuantities: HeatTexts["quantities"] = {
  temperature: "Temperatur",
  humidity: "Luftfeuchte",
  carbon_dioxide: "CO₂",
  illuminance: "Helligkeit",
  signal_strength: "WLAN und Funk",
  pm25: "Feinstaub PM2,5",
  pm10: "Feinstaub PM10",
  volatile_organic_compounds: "Flüchtige Stoffe",
  volatile_organic_compounds_parts: "Flüchtige Stoffe (Anteile)",
  carbon_monoxide: "CO",
  radon: "Radon",
  sound_pressure: "Lautstärke",
  atmospheric_pressure: "Luftdruck",
  moisture: "Feuchte",
  power: "Leistung",
  energy: "Energie",
};

export const heat: HeatTexts = {
  title: "Wärmebild",
  none: "Keines",
  quantities: heatQuantities,
  byRoom: "je Raum",
  ofDay: (what) => `${what} seit Mitternacht`,
  blank: "Ohne Farbe: Dorthin reicht kein Sensor.",
  failed: "Das Wärmebild konnte nicht berechnet werden.",
  nothing: (what) => `${what}: kein Sensor auf dieser Etage.`,
  range: (what, least, most) => `${what} von ${least} bis ${most}`,
  highest: (room) => `am höchsten: ${room}`,
};

/** The menu of a plan's layers. */
export const layers: LayersTexts = {
  title: "Ebenen",
  nearer: "Zu sehen, wenn du näher heranzoomst",
  farther: "Zu sehen, wenn du herauszoomst",
};

export const acting: ActingTexts = {
  ask: {
    title: "Wirklich?",
    switching: (names) => `Damit wird ${names} geschaltet.`,
    doing: {
      turn_on: (names) => `Damit wird ${names} eingeschaltet.`,
      turn_off: (names) => `Damit wird ${names} ausgeschaltet.`,
      run: (names) => `Damit wird ${names} ausgeführt.`,
      unlock: (names) => `Damit wird ${names} entriegelt.`,
      lock: (names) => `Damit wird ${names} verriegelt.`,
      open_cover: (names) => `Damit wird ${names} geöffnet.`,
      close_cover: (names) => `Damit wird ${names} geschlossen.`,
      alarm_arm_home: (names) => `Damit wird ${names} scharf geschaltet (zu Hause).`,
      alarm_arm_away: (names) => `Damit wird ${names} scharf geschaltet (abwesend).`,
      alarm_arm_night: (names) => `Damit wird ${names} scharf geschaltet (Nacht).`,
      alarm_disarm: (names) => `Damit wird ${names} unscharf geschaltet.`,
    },
    yes: "Ja",
    no: "Abbrechen",
    code: "Code",
  },
  refused: {
    control: "Nur Ansicht: Das Token dieses Bildschirms erlaubt kein Schalten.",
    away: "Home Assistant ist nicht erreichbar, darum wurde nichts geschaltet.",
    rights: "Dein Home-Assistant-Benutzer darf das nicht.",
    offline: "Der Server ist nicht erreichbar, darum wurde nichts geschaltet.",
    lost: "Die Verbindung ging verloren: Vielleicht wurde geschaltet, vielleicht nicht.",
    unconfirmed:
      "Home Assistant hat es nicht bestätigt: Vielleicht ist es geschehen, oder geschieht noch.",
    unanswered: (name: string, seconds: number): string =>
      `${name} hat innerhalb von ${seconds} Sekunden nicht geantwortet.`,
    address: "Diese Adresse lässt sich von hier nicht öffnen.",
    other: "Die Änderung wurde nicht ausgeführt.",
  },
};

export const page: PageTexts = {
  title: "Grundriss",
  signIn: {
    heading: "Willkommen",
    back: "Melde dich wieder an",
    kept: "Deine ungespeicherten Änderungen bleiben auf diesem Gerät. Melde dich an und öffne den Editor, um sie wiederherzustellen.",
    intro: "Melde dich mit deinem Zugangstoken an, um den Grundriss zu sehen.",
    token: "Zugangstoken",
    hint: "Der Server zeigt eines bei seinem ersten Start; Administratoren erstellen weitere mit „floorplan token create“.",
    homeAssistant: "Mit Home Assistant anmelden",
    underWay: "Anmeldung läuft …",
    orToken: "Oder mit einem Zugangstoken:",
    submit: "Anmelden",
    missing: "Gib zuerst dein Token ein.",
  },
  link: {
    title: "Diesen Link verwenden?",
    text: (name) =>
      `Du bist hier als „${name}“ angemeldet. Der Link gibt diesem Browser stattdessen einen eigenen Zugang und meldet dich ab.`,
    yes: "Link verwenden",
    no: "Angemeldet bleiben",
  },
  plain: "Schlichte Farben",
  signOut: "Abmelden",
  leaving: {
    title: "Hast du dein Token aufbewahrt?",
    text: "Beim Abmelden vergisst dieser Browser dein Token, und nur mit einem solchen kann man zeichnen. Ein Link, den du erstellst, zeigt den Grundriss, mehr nicht.",
    token: "Dein Token",
    copy: "Kopieren",
    copied: "Kopiert.",
    notCopied: "Dieser Browser erlaubt kein Kopieren: Markiere den Text und kopiere ihn selbst.",
    another: "Link erstellen",
    stay: "Abbrechen",
  },
  unsaved: {
    what: (what) => `Noch nicht gespeichert: ${what}`,
    some: "Deine Änderungen sind noch nicht gespeichert.",
    back: "Zurück zum Editor",
  },
  edit: "Bearbeiten",
  manage: "Zugang",
  notManaged:
    "Die Zugänge konnten nicht geladen werden. Prüfe die Verbindung und versuche es noch einmal.",
  connecting: "Verbindet …",
  away: "Der Server antwortet noch nicht. Diese Seite versucht es weiter.",
  homeAssistantAway:
    "Home Assistant ist nicht erreichbar, darum weiß der Server nicht, wer du bist. Diese Seite versucht es weiter.",
  again: "Noch einmal versuchen",
  otherToken: "Anderes Token verwenden",
  refusedLink: "Der geöffnete Link ist nicht gültig; du bleibst angemeldet wie zuvor.",
  understood: "OK",
  opening: "Editor wird geöffnet …",
  notOpened:
    "Der Editor kann nicht geladen werden. Diese Seite versucht es weiter; steht die Verbindung, lade sie neu.",
  reload: "Neu laden",
  wall: {
    empty:
      "Es gibt noch keinen Plan. Er erscheint hier, sobald ein Administrator einen zeichnet, und zwar unter:",
    wakeLockProblem: {
      insecure:
        "Dieser Browser lässt den Bildschirm nur über HTTPS an. Öffne die Seite über HTTPS, oder stelle das Tablet so ein, dass es anbleibt.",
      missing:
        "Dieser Browser kann den Bildschirm nicht anlassen. Stelle das Tablet so ein, dass es anbleibt.",
      refused:
        "Der Browser lässt den Bildschirm nicht an, vielleicht um Strom zu sparen. Lade das Tablet, oder stelle es so ein, dass es anbleibt.",
    },
  },
  empty: {
    heading: "Zeichne dein Zuhause",
    intro:
      "Es gibt noch keinen Plan. Beginne mit einer kleinen Beispielwohnung und mach sie zu deiner, oder mit einem leeren Blatt.",
    sample: "Mit der Beispielwohnung beginnen",
    sampleHint: "Fünf Räume mit Türen, Möbeln und Lampen",
    blank: "Mit einem leeren Blatt beginnen",
    blankHint: "Öffnet den Editor",
    foreign: "Aus anderem Programm importieren",
    foreignHint:
      "Sweet Home 3D (.sh3d), ein Scan von RoomPlan (.json), eine Zeichnung (.dxf), ein Gebäude (.ifc) oder ein Grundriss aus dem Ordner von Home Assistant",
    saving: "Speichert …",
    viewer: "Es gibt noch keinen Plan. Er erscheint hier, sobald ein Administrator einen zeichnet.",
  },
};

export const configForm: ConfigFormTexts = {
  title: "Titel",
  level: "Etage am Anfang",
  levelHint: "Ihre ID",
  look: "Farben",
  looks: { auto: "Wie das Dashboard", day: "Tag", night: "Nacht" },
  plain: "Schlichte Farben, ohne Bodenbeläge und Schatten",
  traced: "Das Hintergrundbild unter dem Grundriss zeigen",
  replay: "Zurückblicken erlauben",
  heat_map: "Wärmebild",
  heatChoice: "Auf der Karte wählbar",
  heatQuantities,
  layers: "Ebenen",
  layersByDefault: "Wie im Grundriss festgelegt, ohne Auswahl",
  noLayers: "Keine",
  layersHint: "Leer: Man wählt auf der Karte.",
  domain: "Domain der Integration in Home Assistant",
  url: "Adresse eines separaten Servers oder seiner Knoten, mit Kommas getrennt",
  token: "Token für diesen Server",
  hint: "Ohne Adresse und Token läuft die Verbindung über Home Assistant.",
  tokenHint:
    "Ohne Token melden sich alle mit ihrem Home-Assistant-Konto an, sofern der Server damit verbunden ist.",
};

export const view3dButton: View3dButtonTexts = { open: "In 3D zeigen" };
