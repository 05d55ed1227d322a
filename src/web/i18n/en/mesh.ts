import { pluralIn } from "../word-types.ts";

const counted = pluralIn("en");

/** Words for the radio mesh. */
export const mesh = {
  title: "Radio mesh",
  hint: "How well the Zigbee, Z-Wave and Thread devices on the plan hear each other, and where a router would help.",
  open: "Show the radio mesh",
  close: "Close",
  which: "Mesh",
  kinds: { zha: "Zigbee (ZHA)", zigbee2mqtt: "Zigbee2MQTT", zwave: "Z-Wave", thread: "Thread" },
  baseTopic: "Base topic",
  read: "Read the mesh",
  reading:
    "Reading the mesh … This can take minutes, as Zigbee2MQTT asks one router after the other.",
  none: "Home Assistant has none of the integrations ZHA, MQTT, Z-Wave and Matter.",
  notRead: "This mesh has not been read since the service started.",
  readAt: (at: string, ago: string): string => `As of ${at}, ${ago}.`,
  scanning: "ZHA is scanning its mesh now: read it again in a minute or two for what it finds.",
  leftOut: (count: number): string =>
    counted(count, "# node or link is left out.", "# nodes and links are left out."),
  drawing: "The radio mesh on the plan; the list below has its links",
  legend: "Legend",
  choose: "Choose a line, a node, or a link of the list.",
  links: "Links, the weakest first",
  noLinks: "No links are known.",
  unplaced: "Not on the plan",
  unplacedHint:
    "Place one of the node’s entities on the plan, or add a device that has the node’s name.",
  roles: {
    coordinator: "Coordinator",
    router: "Router",
    end_device: "End device",
    unknown: "Unknown kind of node",
  },
  grades: { weak: "Weak", fair: "Fair", good: "Good" },
  linkQuality: (lqi: string): string => `link quality ${lqi} of 255`,
  strength: (dBm: string): string => `${dBm} dBm`,
  unmeasured: "Not measured",
  metres: (metres: string): string => `${metres} m`,
  walls: (count: number): string => (count === 0 ? "no wall" : counted(count, "# wall", "# walls")),
  ceilings: (count: number): string => counted(count, "# ceiling", "# ceilings"),
  explained: "Distance and walls explain it.",
  unexplained:
    "Much weaker than distance and walls explain: look for metal, for an antenna behind the device, or for a disturbed channel.",
  noWay: "The plan does not have both ends.",
  heard: (ago: string): string => `Heard ${ago}.`,
  old: "This is older than a day.",
  oldLegend: "Older than a day",
  silent: "Does not answer.",
  best: (room: string, helped: string): string => `A router would help most in ${room}: ${helped}.`,
  helped: (name: string, quality: string, better: string): string =>
    `${name} from ${quality} to ${better}`,
  bestLegend: "Place for a router",
  someRoom: "a room without a name",
  noWeak: "No link is weak.",
  noBest: "There are weak links, but no node on the plan would gain much by another router.",
  past: "Looking back",
  asRead: "as it was read",
  pastWeak: (count: number): string => counted(count, "# node was weak", "# nodes were weak"),
  pastNodes: "Nodes then, the weakest first",
  pastNone:
    "There is no looking back: Home Assistant has recorded no link quality of these nodes in the last day.",
  pastDisabled: (count: number): string =>
    counted(
      count,
      "# node has a sensor of its link quality that is disabled: enable it on the device’s page in Home Assistant to look back.",
      "# nodes have sensors of their link quality that are disabled: enable them on the devices’ pages in Home Assistant to look back.",
    ),
};

export type MeshTexts = typeof mesh;
