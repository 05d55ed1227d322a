import { addressRule, expectedAddress } from "../mqtt/broker-address.ts";
import { readDuration } from "./runtime/time.ts";

/** A text setting; `expected` describes in a refusal what `rule` accepts. A secret one is quoted nowhere. */
const text = (value: string, rule: RegExp, expected: string, help: string, isSecret = false) =>
  ({ kind: "text", default: value, rule, expected, help, isSecret }) as const;

/** A setting that names a file; empty for none. */
const file = (help: string) => text("", /^.*$/, "a file", help);

/** A setting that is a whole number from `min` to `max`. */
const number = (value: number, min: number, max: number, help: string) =>
  ({ kind: "number", default: value, min, max, help }) as const;

/** A setting that is a switch: off, and on by its name alone. */
const flag = (help: string) =>
  ({ kind: "flag", default: false, expected: "on or off", help }) as const;

/** A setting that is a duration such as `24h`; value and range are kept in milliseconds. */
const duration = (value: string, min: string, max: string, help: string) => {
  const [default_, least, most] = [value, min, max].map(readDuration);
  if (default_ === undefined || least === undefined || most === undefined)
    throw new TypeError(`${help}: one of ${value}, ${min}, ${max} is no duration`);
  return { kind: "duration", default: default_, min: least, max: most, help } as const;
};

const listOfNetworks = /^([0-9A-Fa-f.:]+(\/\d{1,3})?(,[0-9A-Fa-f.:]+(\/\d{1,3})?)*)?$/;

/** A setting that lists addresses and networks, such as proxies; empty by default. */
const networks = (help: string) =>
  text("", listOfNetworks, "addresses or networks such as 10.0.0.0/8, separated by commas", help);

/** A setting that is a web server's address, without user name and password; `example` is one, empty the default. */
const address = (example: string, help: string) =>
  text(
    "",
    /^(https?:\/\/[^\s/?#@]+(\/[^\s?#]*)?)?$/,
    `an address such as ${example}, without a name and password`,
    help,
  );

/** A setting: its default, its accepted values, and its purpose. */
export type Setting =
  | ReturnType<typeof text>
  | ReturnType<typeof number>
  | ReturnType<typeof flag>
  | ReturnType<typeof duration>;

const KiB = 1024;
const MiB = 1024 * KiB;
const second = 1000;
const hour = 3600 * second;

/**
 * Every setting of the service, with default, range and purpose. Sizes are bytes, times milliseconds. Bounds that no
 * operator has a reason to set are limits instead (`limits.ts`).
 */
export const settings = {
  // Address and storage.
  host: text("127.0.0.1", /^\S+$/, "an address or host name", "address to listen on"),
  port: number(8125, 0, 65_535, "port to listen on; 0 takes any free one"),
  tlsCert: file("file of the certificate for HTTPS, followed by its chain"),
  tlsKey: file("file of that certificate's key, without a passphrase"),
  data: text("./data", /\S/, "a folder", "folder for all data"),
  domain: text(
    "floorplan",
    /^[a-z][a-z0-9_]{0,63}$/,
    "1 to 64 of a-z, 0-9 and _, a letter first",
    "integration domain: prefix of the commands and name in the paths",
  ),
  logLevel: text(
    "info",
    /^(trace|debug|info|warn|error|fatal|silent)$/,
    "one of trace, debug, info, warn, error, fatal, silent",
    "lowest level that is logged",
  ),
  metricsHost: networks("addresses that may read /metrics without a token"),
  auditFiles: number(
    8,
    0,
    10_000,
    "files of 4 MiB to keep of each kind of audit log; 0 for no audit log",
  ),

  // Addresses that browsers use.
  origins: text(
    "",
    /^(https?:\/\/[^\s,/]+(,https?:\/\/[^\s,/]+)*)?$/,
    "origins such as https://home.example:8123, separated by commas",
    "origins of web pages that may use the service, besides its own",
  ),
  addresses: text(
    "",
    /^(https?:\/\/[^\s,/?#@]+(\/[^\s,?#]*)?(,https?:\/\/[^\s,/?#@]+(\/[^\s,?#]*)?)*)?$/,
    "addresses such as http://node1.local:8125,https://home.example/plan, separated by commas, without names and passwords",
    "addresses at which browsers reach this service's nodes, separated by commas",
  ),
  trustedProxies: networks("proxies whose X-Forwarded-For is trusted"),
  pingMs: number(55 * second, 20, hour, "time between two pings of a connection"),

  // Home Assistant.
  homeAssistant: address("http://homeassistant.local:8123", "address of Home Assistant"),
  homeAssistantPublic: address(
    "https://home.example",
    "address at which browsers reach it, for signing in, if different",
  ),
  homeAssistantTokenFile: file(
    "file with a long-lived Home Assistant token for the service itself",
  ),
  ingressProxy: text(
    "",
    /^[0-9A-Fa-f.:]*$/,
    "an address such as 172.30.32.2",
    "proxy of Home Assistant's ingress, which is trusted to name the user",
  ),
  followRenames: text(
    "on",
    /^(on|off)$/,
    "on or off",
    "whether the plan follows entities that are renamed in Home Assistant",
  ),
  mqtt: text(
    "",
    addressRule,
    expectedAddress,
    "MQTT broker of Home Assistant, which is told whether zones are occupied",
    true,
  ),
  historyMs: number(
    31 * 24 * hour,
    hour,
    3660 * 24 * hour,
    "how far back screens may request history",
  ),

  // Access.
  loginFailures: number(10, 1, 1000, "failed logins after which an address is banned"),
  banMs: number(900 * second, 10, 720 * hour, "time that a ban lasts"),
  sessionMs: number(
    2160 * hour,
    second,
    8760 * hour,
    "time without use after which a sign-in with Home Assistant ends",
  ),
  tokens: number(1000, 1, 100_000, "most access tokens"),
  linkWithin: duration("7d", "1m", "366d", "time within which a link must be opened"),

  // Larger plans and homes.
  planBytes: number(16 * MiB, KiB, 128 * MiB, "largest plan, as JSON"),
  imageBytes: number(15 * MiB, KiB, 1024 * MiB, "largest tracing image"),
  planEntities: number(5000, 1, 1_000_000, "most entities of a plan whose states screens get"),
  planTemplates: number(500, 0, 100_000, "most templates of a plan that are rendered for screens"),
  connections: number(4096, 1, 65_536, "most simultaneous connections of users with tokens"),
  viewerConnections: number(64, 1, 65_536, "most connections of a user who may not save"),
  outboxBytes: number(
    32 * MiB,
    64 * KiB,
    1024 * MiB,
    "most bytes that a connection may leave unread",
  ),
  viewerOutboxBytes: number(
    64 * MiB,
    64 * KiB,
    64 * 1024 * MiB,
    "the same for all connections together of a user who may not save",
  ),

  // Many homes in one process.
  homes: flag("serves many homes, each below /h/HOME/, in place of one"),
  homeHosts: text(
    "",
    /^(\*\.[a-z0-9-]+(\.[a-z0-9-]+)*)?$/,
    "a pattern such as *.plans.example",
    "host names of homes: the first label is the home",
  ),
  homeIdle: duration("5m", "1s", "366d", "time without a connection after which a home sleeps"),
  homeImageBytes: number(256 * MiB, 0, 1024 * 1024 * MiB, "most bytes of a home's images together"),
  homeConnections: number(256, 1, 65_536, "most connections with tokens of a home"),
  homeSaves: number(20, 1, 10_000, "most saves a second of a home, on average over ten seconds"),
  homeUploads: number(30, 1, 10_000, "most images that a home uploads a minute"),
  homeRegret: duration("30d", "1s", "3660d", "time in which a deleted home can be restored"),

  // How the log is written, for example on a memory card.
  segmentBytes: number(16 * MiB, 4 * KiB, 1024 * MiB, "length of a log segment"),
  snapshotBytes: number(16 * MiB, 4 * KiB, 1024 * MiB, "least amount of log between two snapshots"),

  // Backups.
  backupTo: text("", /^.*$/, "a folder", "folder for scheduled backups"),
  backupEvery: duration("1d", "1s", "366d", "time between two of these backups"),
  backupKeep: number(14, 1, 10_000, "how many of the newest of these backups to keep"),

  // More than one machine.
  cluster: text(
    "",
    /^(https?:\/\/([^\s,/?#@:[\]]+|\[[0-9A-Fa-f:.]+\]):\d{1,5}(,(?=h)|$))*$/,
    "addresses such as http://etcd1:2379, separated by commas",
    "addresses of all members of an etcd cluster; empty keeps everything in the data folder",
  ),
  clusterUser: text("", /^\S*$/, "a name without blanks", "user of the cluster"),
  clusterPasswordFile: file("file of the password of that user"),
  clusterCa: file("file of the certificates of the cluster's authority"),
  clusterCert: file("file of the client certificate for the cluster"),
  clusterKey: file("file of that certificate's key"),
  clusterCutOffMs: number(
    10 * second,
    100,
    hour,
    "time after which a node that may be cut off from the others closes its connections",
  ),
} as const satisfies Readonly<Record<string, Setting>>;

/** The most bytes of a plan or an image in a cluster: one transaction names all of its parts. */
export const maxClusterBytes = 48 * MiB;

/** The value of one etcd key has no room for more tokens. */
export const maxClusterTokens = 2000;
