import { durationText, readDuration } from "./runtime/time.ts";

const text = (value: string, rule: RegExp, expected: string, help: string) =>
  ({ kind: "text", default: value, rule, expected, help }) as const;

const file = (help: string) => text("", /^.*$/, "a file", help);

const number = (value: number, min: number, max: number, help: string) =>
  ({ kind: "number", default: value, min, max, help }) as const;

/** A time as people write one, such as `24h`; kept in milliseconds, as its range is. */
const duration = (value: string, min: string, max: string, help: string) => {
  const [default_, least, most] = [value, min, max].map(readDuration);
  if (default_ === undefined || least === undefined || most === undefined)
    throw new TypeError(`${help}: one of ${value}, ${min}, ${max} is no duration`);
  return { kind: "duration", default: default_, min: least, max: most, help } as const;
};

/** What a setting is: its default, which values it takes, and what it is for. */
export type Setting =
  | ReturnType<typeof text>
  | ReturnType<typeof number>
  | ReturnType<typeof duration>;

const KiB = 1024;
const MiB = 1024 * KiB;
const second = 1000;
const hour = 3600 * second;

/** Every setting of the service, with its default, its range and what it is for. Sizes are bytes, times milliseconds. */
export const settings = {
  host: text("127.0.0.1", /^\S+$/, "an address or host name", "address to listen on"),
  port: number(8125, 0, 65_535, "port to listen on; 0 takes any free one"),
  tlsCert: file("file of the certificate, and those that vouch for it, for https"),
  tlsKey: file("file of that certificate's key, which is not encrypted"),
  tlsCheckMs: number(5 * second, 10, hour, "time between two looks whether these files are others"),
  data: text("./data", /\S/, "a folder", "folder of everything that is kept"),
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
    "least level that is logged",
  ),
  cluster: text(
    "",
    /^(https?:\/\/([^\s,/?#@:[\]]+|\[[0-9A-Fa-f:.]+\]):\d{1,5}(,(?=h)|$))*$/,
    "addresses such as http://etcd1:2379, separated by commas",
    "addresses of all members of an etcd cluster; empty keeps everything in the data folder",
  ),
  clusterUser: text("", /^\S*$/, "a name without blanks", "user of the cluster"),
  clusterPasswordFile: file("file of the password of that user"),
  clusterCa: file("file of the certificates that the cluster's are signed by"),
  clusterCert: file("file of the certificate that is shown to the cluster"),
  clusterKey: file("file of that certificate's key"),
  clusterMs: number(2 * second, 100, 60 * second, "time that a member has for an answer"),
  clusterStartMs: number(
    60 * second,
    0,
    hour,
    "time that a start waits for a cluster that has no majority yet",
  ),
  clusterUnknownMs: number(
    10 * second,
    100,
    hour,
    "time after which a save of which nobody can tell is answered with outcome_unknown",
  ),
  clusterCutOffMs: number(
    10 * second,
    100,
    hour,
    "time after which a node that may be cut off from the others closes its connections",
  ),
  imageCacheBytes: number(
    256 * MiB,
    MiB,
    1024 * 1024 * MiB,
    "bytes of a cluster's images that are kept in the data folder",
  ),
  planBytes: number(16 * MiB, KiB, 128 * MiB, "size of a plan as JSON"),
  planDepth: number(128, 4, 1000, "levels of nesting in a plan"),
  messageBytes: number(32 * MiB, 4 * KiB, 256 * MiB, "size of one websocket message"),
  viewerMessageBytes: number(64 * KiB, KiB, 256 * MiB, "the same of users who may not save"),
  viewerCommands: number(1000, 1, 1_000_000, "commands a second of a user who may not save"),
  viewerConnections: number(64, 1, 65_536, "connections of a user who may not save"),
  viewerBytes: number(
    8 * MiB,
    KiB,
    1024 * MiB,
    "bytes that are kept of what such a user has asked for",
  ),
  messageCommands: number(1000, 1, 100_000, "commands in one array"),
  messageDepth: number(128, 8, 1000, "levels of nesting in a message, a plan in it aside"),
  outboxBytes: number(32 * MiB, 64 * KiB, 1024 * MiB, "bytes that a connection may leave unread"),
  viewerOutboxBytes: number(
    64 * MiB,
    64 * KiB,
    64 * 1024 * MiB,
    "the same of all connections together of a user who may not save",
  ),
  connections: number(4096, 1, 65_536, "connections of people with tokens at a time"),
  connectionSubscriptions: number(32, 1, 10_000, "subscriptions of one connection"),
  connectionTemplates: number(500, 0, 100_000, "templates that are rendered for one connection"),
  pingMs: number(55 * second, 20, hour, "time between two pings of a connection"),
  authBytes: number(4 * KiB, 256, MiB, "bytes that a peer may send before it is authenticated"),
  authTimeoutMs: number(10 * second, 10, hour, "time that a peer has for authenticating"),
  origins: text(
    "",
    /^(https?:\/\/[^\s,/]+(,https?:\/\/[^\s,/]+)*)?$/,
    "origins such as https://home.example:8123, separated by commas",
    "origins of web pages that may use the service, beside its own",
  ),
  addresses: text(
    "",
    /^(https?:\/\/[^\s,/?#@]+(\/[^\s,?#]*)?(,https?:\/\/[^\s,/?#@]+(\/[^\s,?#]*)?)*)?$/,
    "addresses such as http://node1.local:8125,https://home.example/plan, separated by commas, without names and passwords",
    "addresses at which browsers reach this service's nodes, separated by commas",
  ),
  trustedProxies: text(
    "",
    /^([0-9A-Fa-f.:]+(\/\d{1,3})?(,[0-9A-Fa-f.:]+(\/\d{1,3})?)*)?$/,
    "addresses or networks such as 10.0.0.0/8, separated by commas",
    "proxies whose X-Forwarded-For is believed",
  ),
  metricsHost: text(
    "",
    /^([0-9A-Fa-f.:]+(\/\d{1,3})?(,[0-9A-Fa-f.:]+(\/\d{1,3})?)*)?$/,
    "addresses or networks such as 10.0.0.0/8, separated by commas",
    "who may ask for /metrics without a token",
  ),
  homeAssistant: text(
    "",
    /^(https?:\/\/[^\s/?#@]+(\/[^\s?#]*)?)?$/,
    "an address such as http://homeassistant.local:8123, without a name and password",
    "Home Assistant, where there is one",
  ),
  homeAssistantPublic: text(
    "",
    /^(https?:\/\/[^\s/?#@]+(\/[^\s?#]*)?)?$/,
    "an address such as https://home.example, without a name and password",
    "the same as browsers reach it, for signing in, where that is another address",
  ),
  homeAssistantTokenFile: file(
    "file of a long-lived token of Home Assistant, which the service itself uses",
  ),
  sessions: number(1000, 1, 100_000, "sign-ins with Home Assistant that are kept"),
  sessionMs: number(2160 * hour, second, 8760 * hour, "time without use that one is kept"),
  signIns: number(16, 1, 10_000, "sign-ins with Home Assistant at a time"),
  homeAssistantMs: number(10 * second, 10, hour, "time that Home Assistant has for an answer"),
  codeCalls: number(
    5,
    1,
    10_000,
    "actions with a code, such as an alarm's, that a user may call at once",
  ),
  callMs: number(60 * second, 10, hour, "time that Home Assistant has for an action"),
  homeAssistantCheckMs: number(
    25 * second,
    10,
    25 * second,
    "time between two looks at what Home Assistant says of a user",
  ),
  homeAssistantRefusals: number(
    10,
    1,
    10_000,
    "strange access tokens that Home Assistant is made to refuse a minute",
  ),
  homeAssistantNetworkRefusals: number(3, 1, 10_000, "the same of one address or /64 network"),
  homeAssistantFailures: number(3, 1, 10_000, "logins there that may fail before an own one"),
  homeAssistantPauseMs: number(
    30 * second,
    10,
    hour,
    "longest pause before Home Assistant is tried again",
  ),
  upstreamMessageBytes: number(
    32 * MiB,
    64 * KiB,
    256 * MiB,
    "size of one message of Home Assistant",
  ),
  upstreamBytes: number(
    4 * MiB,
    KiB,
    256 * MiB,
    "bytes that may wait to be sent to Home Assistant for one connection",
  ),
  upstreamCommands: number(
    256,
    1,
    100_000,
    "commands of one connection that Home Assistant has not answered",
  ),
  historyMs: number(
    31 * 24 * hour,
    hour,
    3660 * 24 * hour,
    "longest past that screens may ask for",
  ),
  historyReads: number(
    20,
    1,
    10_000,
    "questions a second about the past, icons and words, of all screens",
  ),
  statesMs: number(100, 0, 10 * second, "time between two reports of changed states to screens"),
  planEntities: number(5000, 1, 1_000_000, "entities of a plan whose states screens are told"),
  planTemplates: number(500, 0, 100_000, "templates of a plan that are rendered for screens"),
  planCalls: number(1000, 0, 100_000, "actions of a plan that screens may call"),
  planElementBytes: number(
    256 * KiB,
    KiB,
    16 * MiB,
    "size of an element whose entities, templates and actions are known",
  ),
  presences: number(64, 1, 10_000, "editors at a time that are told of each other"),
  presenceRefs: number(200, 0, 100_000, "selected things of which an editor tells the others"),
  presenceBytes: number(8 * KiB, 64, 16 * KiB, "size of what an editor tells the others"),
  presenceMs: number(100, 0, 10 * second, "time between two reports of who else is editing"),
  presenceQuietMs: number(
    30 * second,
    20,
    hour,
    "time after which an editor of which nothing is heard is not shown to the others",
  ),
  ingressProxy: text(
    "",
    /^[0-9A-Fa-f.:]*$/,
    "an address such as 172.30.32.2",
    "proxy of Home Assistant's ingress, whose word on who somebody is is believed",
  ),
  imageBytes: number(15 * MiB, KiB, 1024 * MiB, "size of a tracing image"),
  uploads: number(32, 1, 10_000, "uploads at a time"),
  uploadMs: number(120 * second, 10, hour, "time for an upload"),
  imageUnusedMs: number(
    24 * hour,
    0,
    720 * hour,
    "time that a superseded image waits for its plan",
  ),
  loadWaitMs: number(30 * second, 0, hour, "time that logins wait for the plan to be loaded"),
  loginFailures: number(10, 1, 1000, "failed logins after which an address is banned"),
  loginsWaiting: number(
    256,
    1,
    100_000,
    "logins of one address that wait until those before them are answered",
  ),
  loginDelayMs: number(
    250,
    0,
    4 * second,
    "wait after a first failed login, doubled with each more",
  ),
  banMs: number(900 * second, 10, 720 * hour, "time that a ban lasts"),
  bans: number(1000, 1, 100_000, "bans that are kept; the oldest are forgotten first"),
  tokens: number(1000, 1, 100_000, "access tokens that there may be"),
  linkWithin: duration("7d", "1m", "366d", "time within which a link has to be opened"),
  linkAgain: duration(
    "10m",
    "0",
    "24h",
    "time in which the browser that opened a link may ask again for what it was given",
  ),
  mailboxMessages: number(8192, 1, 1_000_000, "commands that may wait for the plan"),
  mailboxBytes: number(64 * MiB, KiB, 1024 * MiB, "bytes of plans that may wait to be saved"),
  commitDelayMs: number(10, 0, second, "longest wait of a save for others to share its sync"),
  segmentBytes: number(16 * MiB, 4 * KiB, 1024 * MiB, "length of a log segment"),
  snapshotBytes: number(16 * MiB, 4 * KiB, 1024 * MiB, "log between two snapshots, at least"),
  yamlBytes: number(MiB, KiB, 64 * MiB, "size of a YAML text"),
  yamlDepth: number(128, 4, 1000, "levels of nesting in YAML"),
  yamlNodes: number(500_000, 1, 10_000_000, "values in YAML after its aliases are expanded"),
  yamlMs: number(20 * second, 10, 60 * second, "time for parsing or dumping one YAML text"),
  yamlWaiting: number(64, 1, 10_000, "YAML texts that may wait"),
  yamlIdleMs: number(30 * second, 1, hour, "time after which an idle YAML worker is ended"),
  backupTo: text("", /^.*$/, "a folder", "folder that the service itself puts backups into"),
  backupEvery: duration("24h", "1s", "366d", "time between two of these backups"),
  backupKeep: number(14, 1, 10_000, "of these backups, the newest that are kept"),
  backupWithin: duration("1h", "1s", "24h", "time that making one of these backups may take"),
  auditBytes: number(4 * MiB, 4 * KiB, 1024 * MiB, "length of a file of the audit log"),
  auditFiles: number(
    8,
    0,
    10_000,
    "files of the audit log that are kept of each kind; 0 for none at all",
  ),
  stopMs: number(10 * second, 10, hour, "time for saying goodbye to connections when stopping"),
} as const satisfies Readonly<Record<string, Setting>>;

/** The most that a plan or an image of a cluster may have, in bytes: its parts are named in one transaction. */
export const mostClusterBytes = 48 * MiB;

/** More sign-ins, bans and tokens have no room in the value of one key of etcd. */
export const mostInCluster = { sessions: 3000, bans: 10_000, tokens: 2000 } as const;

type Settings = typeof settings;

/** Name of a setting in code; `planBytes` is `--plan-bytes` and `FLOORPLAN_PLAN_BYTES`. */
export type SettingName = keyof Settings;

/** The value of every setting. */
export type Config = {
  readonly [K in SettingName]: Settings[K]["kind"] extends "text" ? string : number;
};

/** The names of all settings, in the order of the help. */
export const settingNames = Object.keys(settings).filter(
  (name): name is SettingName => name in settings,
);

/** `planBytes` as `plan-bytes`. */
export const optionName = (name: string): string =>
  name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** `planBytes` as `FLOORPLAN_PLAN_BYTES`. */
export const environmentName = (name: string): string =>
  `FLOORPLAN_${optionName(name).replaceAll("-", "_").toUpperCase()}`;

/** The default of a setting as one would write it. */
export const defaultText = (name: SettingName): string => {
  const setting: Setting = settings[name];
  return setting.kind === "duration" ? durationText(setting.default) : String(setting.default);
};

const isConfig = (values: Readonly<Record<string, unknown>>): values is Config =>
  settingNames.every((name) => typeof values[name] === typeof settings[name].default);

/** The defaults with some settings replaced; for programs and tests that start the service themselves. */
export const defaultConfig = (changes: Readonly<Record<string, unknown>> = {}): Config => {
  const defaults = Object.fromEntries(settingNames.map((name) => [name, settings[name].default]));
  const values = { ...defaults, ...changes };
  if (!isConfig(values)) throw new TypeError("a setting has a value of the wrong type");
  return values;
};
