import type { MeshTexts } from "../en/mesh.ts";
import { pluralIn } from "../word-types.ts";

const counted = pluralIn("de");

export const mesh: MeshTexts = {
  title: "Funknetz",
  hint: "Wie gut die Zigbee-, Z-Wave- und Thread-Geräte auf dem Plan einander hören, und wo ein Router helfen würde.",
  open: "Funknetz zeigen",
  close: "Schließen",
  which: "Netz",
  kinds: { zha: "Zigbee (ZHA)", zigbee2mqtt: "Zigbee2MQTT", zwave: "Z-Wave", thread: "Thread" },
  baseTopic: "Basis-Topic",
  read: "Netz auslesen",
  reading:
    "Das Netz wird ausgelesen … Das kann Minuten dauern, denn Zigbee2MQTT fragt einen Router nach dem anderen.",
  none: "Home Assistant hat keine der Integrationen ZHA, MQTT, Z-Wave und Matter.",
  notRead: "Dieses Netz wurde nicht ausgelesen, seit der Dienst läuft.",
  readAt: (at, ago) => `Stand: ${at}, ${ago}.`,
  scanning: "ZHA erkundet sein Netz gerade: Lies es in ein, zwei Minuten noch einmal aus.",
  leftOut: (count) =>
    counted(
      count,
      "# Knoten oder Verbindung ist ausgelassen.",
      "# Knoten und Verbindungen sind ausgelassen.",
    ),
  drawing: "Das Funknetz auf dem Plan; die Liste darunter hat seine Verbindungen",
  legend: "Legende",
  choose: "Wähle eine Linie, einen Knoten oder eine Verbindung der Liste.",
  links: "Verbindungen, die schwächsten zuerst",
  noLinks: "Es sind keine Verbindungen bekannt.",
  unplaced: "Nicht auf dem Plan",
  unplacedHint:
    "Setze eine der Entitäten des Knotens auf den Plan, oder ein Gerät, das den Namen des Knotens hat.",
  roles: {
    coordinator: "Koordinator",
    router: "Router",
    end_device: "Endgerät",
    unknown: "Unbekannte Art von Knoten",
  },
  grades: { weak: "Schwach", fair: "Mittel", good: "Gut" },
  linkQuality: (lqi) => `Verbindungsqualität ${lqi} von 255`,
  strength: (dBm) => `${dBm} dBm`,
  unmeasured: "Nicht gemessen",
  metres: (metres) => `${metres} m`,
  walls: (count) => (count === 0 ? "keine Wand" : counted(count, "# Wand", "# Wände")),
  ceilings: (count) => counted(count, "# Decke", "# Decken"),
  explained: "Abstand und Wände erklären das.",
  unexplained:
    "Viel schwächer, als Abstand und Wände erklären: Suche nach Metall, nach einer Antenne hinter dem Gerät oder nach einem gestörten Kanal.",
  noWay: "Der Plan hat nicht beide Enden.",
  heard: (ago) => `Gehört: ${ago}.`,
  old: "Das ist älter als ein Tag.",
  oldLegend: "Älter als ein Tag",
  silent: "Antwortet nicht.",
  best: (room, helped) => `Ein Router würde am meisten helfen in: ${room} (${helped}).`,
  helped: (name, quality, better) => `${name} von ${quality} auf ${better}`,
  bestLegend: "Platz für einen Router",
  someRoom: "einem Raum ohne Namen",
  noWeak: "Keine Verbindung ist schwach.",
  noBest:
    "Es gibt schwache Verbindungen, aber kein Knoten auf dem Plan würde durch einen weiteren Router viel gewinnen.",
  past: "Rückblick",
  asRead: "wie ausgelesen",
  pastWeak: (count) => counted(count, "# Knoten war schwach", "# Knoten waren schwach"),
  pastNodes: "Knoten zu dieser Zeit, die schwächsten zuerst",
  pastNone:
    "Es gibt keinen Rückblick: Home Assistant hat im letzten Tag keine Verbindungsqualität dieser Knoten aufgezeichnet.",
  pastDisabled: (count) =>
    counted(
      count,
      "# Knoten hat einen deaktivierten Sensor seiner Verbindungsqualität: Aktiviere ihn für den Rückblick auf der Seite des Geräts in Home Assistant.",
      "# Knoten haben deaktivierte Sensoren ihrer Verbindungsqualität: Aktiviere sie für den Rückblick auf den Seiten der Geräte in Home Assistant.",
    ),
};
