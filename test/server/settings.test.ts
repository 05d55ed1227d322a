import assert from "node:assert/strict";
import { test } from "node:test";
import { isLeft, isRight } from "fp-ts/lib/Either.js";
import { serve } from "../../src/cli/cli-commands.ts";
import { runCommand } from "../../src/cli/run-command.ts";
import {
  defaultConfig,
  environmentName,
  isSettingName,
  optionName,
  type SettingName,
  settingNames,
} from "../../src/server/config.ts";
import { type Setting, settings } from "../../src/server/settings.ts";
import { defaultLimits, type ServiceConfig, withLimits } from "../../src/server/limits.ts";
import { durationText } from "../../src/server/runtime/time.ts";
import { readConfig } from "../../src/server/read-settings.ts";
import { Peer } from "../support/peer.ts";
import { startTestService } from "../support/service.ts";
import { runInProcess } from "../support/run-command.ts";

const KiB = 1024;
const MiB = 1024 * KiB;

const textOutside = {
  host: "a b",
  data: " ",
  domain: "Floor Plan",
  logLevel: "loud",
  cluster: "etcd1:2379",
  clusterUser: "two words",
  clusterPasswordFile: "two\nlines",
  clusterCa: "two\nlines",
  clusterCert: "two\nlines",
  clusterKey: "two\nlines",
  tlsCert: "two\nlines",
  tlsKey: "two\nlines",
  origins: "home.example",
  addresses: "http://me:secret@node1.local",
  trustedProxies: "my-proxy",
  metricsHost: "my-scraper",
  homeAssistant: "homeassistant.local",
  mqtt: "http://broker.example",
  homeAssistantPublic: "ftp://home.example",
  homeAssistantTokenFile: "two\nlines",
  ingressProxy: "my-proxy",
  followRenames: "maybe",
  backupTo: "two\nlines",
  homes: "maybe",
  homeHosts: "plans.example",
} as const;

/** Values that a setting does not take. */
const outside = (name: SettingName): readonly string[] => {
  const setting = settings[name];
  if (setting.kind === "duration")
    return [
      durationText(setting.max + 24 * 3600 * 1000),
      setting.min > 0 ? `${setting.min - 1}ms` : "-1s",
      "1.5h",
      "1 h",
      "24",
      "1w",
      "soon",
      "",
    ];
  if (setting.kind === "number")
    return [
      String(setting.min - 1),
      String(setting.max + 1),
      "1.5",
      "0x10",
      "1e3",
      " 1",
      "many",
      "",
    ];
  const given = Object.entries(textOutside).find(([known]) => known === name)?.[1];
  assert(given !== undefined, `there is a value outside for ${name}`);
  return [given, setting.default === "" ? `${given} more` : ""];
};

/** Whether a setting may have a password in it, so that nothing quotes it. */
const isSecret = (name: SettingName): boolean => {
  const setting: Setting = settings[name];
  return setting.kind === "text" && setting.isSecret;
};

/** What `serve` says to settings that it does not take: it ends before it starts anything. */
const refused = async (
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<string> => {
  const said: string[] = [];
  const terminal = {
    out: (line: string) => assert.fail(`nothing is printed but the reason: ${line}`),
    err: (line: string) => void said.push(line),
    version: "0",
    // Where a value is taken after all, the start fails, and changes nothing.
    environment: { FLOORPLAN_DATA: "/dev/null/none", ...environment },
  };
  assert.equal(await runCommand([serve], ["serve", ...args], terminal), 2, args.join(" "));
  return said.join("\n");
};

const read = (given: Readonly<Partial<Record<SettingName, number | string>>>) =>
  readConfig((name) => (given[name] === undefined ? undefined : String(given[name])));

/** Why a configuration is refused. */
const refusal = (given: Parameters<typeof read>[0]): string => {
  const config = read(given);
  assert(isLeft(config), `${JSON.stringify(given)} is refused`);
  return config.left;
};

test("CLI-2: every setting is an option that is refused out of its range, by name and range", async () => {
  for (const name of settingNames) {
    const setting = settings[name];
    if (setting.kind === "flag") continue;
    for (const value of outside(name)) {
      const said = await refused([`--${optionName(name)}=${value}`]);
      assert(said.includes(`--${optionName(name)}: expected `), said);
      if (isSecret(name)) assert(value === "" || !said.includes(value), said);
      else assert(said.includes(`not "${value}"`), said);
      if (setting.kind === "number") assert(said.includes(`from ${setting.min} to ${setting.max}`));
      else if (setting.kind === "duration")
        assert(said.includes(`from ${durationText(setting.min)} to ${durationText(setting.max)},`));
      else assert(said.includes(setting.expected), said);
    }
  }
});

test("CLI-2: every setting is a variable, and the option wins over it", async () => {
  for (const name of settingNames) {
    const [wrong = "", other = ""] = outside(name);
    const environment = { [environmentName(name)]: wrong };
    const said = await refused([], environment);
    assert(said.includes(`--${optionName(name)}: expected`), said);
    if (isSecret(name)) continue;
    assert(said.includes(`not "${wrong}"`), said);
    if (settings[name].kind === "flag") continue;
    const option = await refused([`--${optionName(name)}=${other}`], environment);
    assert(option.includes(`not "${other}"`), option);
  }
  assert.equal(environmentName("planBytes"), "FLOORPLAN_PLAN_BYTES");
  assert.equal(optionName("planBytes"), "plan-bytes");
});

test("CLI-22: variables that are no option are refused by their names, and not by what is in them", async () => {
  const said = await refused([], {
    FLOORPLAN_PLAN_BYTE: "2000",
    FLOORPLAN_PLAN_BYTES: "2000",
    // As Kubernetes names the service that it calls floorplan.
    FLOORPLAN_SERVICE_HOST: "10.96.0.7",
    FLOORPLAN_TEST_SEED: "1",
    FLOORPLAN_CAMPAIGN: "long",
    FLOORPLAN: "1",
  });
  assert.match(said, /unknown environment variable FLOORPLAN_PLAN_BYTE, FLOORPLAN_SERVICE_HOST\n/);
  assert.match(said, /\nSee: floorplan serve --help$/);
  assert(!said.includes("10.96.0.7"), said);
});

test("CLI-22: each command takes the variables of all, and is refused with one of none", async () => {
  const environment = { FLOORPLAN_TOKEN: "t", FLOORPLAN_URL: "http://127.0.0.1:9" };
  const made = await runInProcess(["demo"], { ...environment, FLOORPLAN_PLAN_BYTES: "2000" });
  assert.equal(made.code, 0, made.err);
  const refusedToo = await runInProcess(["demo"], { ...environment, FLOORPLAN_TOKNE: "t" });
  assert.equal(refusedToo.code, 2);
  assert.match(refusedToo.err, /environment variable FLOORPLAN_TOKNE\n/);
  assert.equal((await runInProcess(["demo", "--help"], { FLOORPLAN_TOKNE: "t" })).code, 0);
});

test("CLI-2: an address of Home Assistant has no name and password in it", () => {
  for (const name of ["homeAssistant", "homeAssistantPublic"] as const) {
    assert(isLeft(read({ [name]: "http://anna:secret@home.example:8123" })), name);
    assert(isRight(read({ [name]: "http://home.example:8123/@home" })), name);
  }
});

test("CLI-2: both ends of each range are taken", () => {
  for (const name of settingNames) {
    const setting = settings[name];
    if (setting.kind === "text" || setting.kind === "flag") continue;
    for (const value of [setting.min, setting.max]) {
      const given = setting.kind === "duration" ? durationText(value) : value;
      const config = read({ [name]: given });
      // A limit may still leave no room for another one; its own range is kept.
      if (isRight(config)) assert.equal(config.right[name], value);
      else assert.match(config.left, /leaves no room/, config.left);
    }
  }
  assert(isRight(read({})), "the defaults fit each other");
});

for (const name of ["outboxBytes", "viewerOutboxBytes"] as const) {
  test(`CFG-1: ${optionName(name)} without room for one plan is refused by name`, () => {
    const planBytes = 64 * KiB;
    const room = planBytes + KiB;
    const others = { outboxBytes: room, viewerOutboxBytes: room };
    assert(isRight(read({ planBytes, ...others })), "exactly enough is taken");
    const said = refusal({ planBytes, ...others, [name]: room - 1 });
    assert(said.startsWith(`--${optionName(name)}: ${room - 1} `), said);
    assert(said.includes(`--plan-bytes, ${planBytes}`), said);
  });
}

test("CFG-1: messages and mailbox have room for two plans and four, and for a command of each connection", () => {
  const usual = withLimits(defaultConfig());
  const small = withLimits(defaultConfig({ planBytes: KiB, connections: 1 }));
  const large = withLimits(defaultConfig({ planBytes: 128 * MiB, connections: 65_536 }));
  const roomOf = ({ messageBytes, mailboxBytes, mailboxMessages }: ServiceConfig) => [
    messageBytes,
    mailboxBytes,
    mailboxMessages,
  ];
  assert.deepEqual(roomOf(usual), [32 * MiB, 64 * MiB, 8192]);
  assert.deepEqual(roomOf(small), roomOf(usual));
  assert.deepEqual(roomOf(large), [256 * MiB, 512 * MiB, 65_536]);
});

test("CFG-3: a limit is no setting, by no option and no variable, and a program that starts the service cannot name it among them", async () => {
  for (const name of Object.keys(defaultLimits)) {
    assert(!isSettingName(name), `${name} is both`);
    const said = await refused([`--${optionName(name)}=1`]);
    assert.match(said, new RegExp(`Unknown option '--${optionName(name)}'`));
    const variable = environmentName(name);
    assert.match(
      await refused([], { [variable]: "1" }),
      new RegExp(`environment variable ${variable}\\n`),
    );
    assert.throws(() => defaultConfig({ [name]: 1 }), new RegExp(`there is no setting ${name}$`));
  }
});

for (const [name, most] of [
  ["planBytes", 48 * KiB * KiB],
  ["imageBytes", 48 * KiB * KiB],
  ["tokens", 2000],
] as const) {
  test(`CTOOL-1: ${optionName(name)} beyond what a cluster takes is refused by name, and taken without one`, () => {
    const room = 96 * KiB * KiB;
    const others = { outboxBytes: room, viewerOutboxBytes: room };
    const cluster = "http://etcd1:2379,https://[::1]:2379";
    assert(isRight(read({ ...others, cluster, [name]: most })), "exactly enough is taken");
    assert(isRight(read({ ...others, [name]: most + 1 })));
    const said = refusal({ ...others, cluster, [name]: most + 1 });
    assert.equal(said, `--${optionName(name)}: ${most + 1} is more than --cluster takes, ${most}`);
  });
}

test("CTOOL-1: a cluster is named by addresses with a scheme and a port, separated by commas", () => {
  for (const cluster of ["", "http://etcd1:2379", "https://a.example:1,http://[fe80::1]:2379"])
    assert(isRight(read({ cluster })), cluster);
  for (const cluster of [
    "http://etcd1",
    "http://etcd1:2379,",
    "http://etcd1:2379/",
    "http://anna:secret@etcd1:2379",
    "http://etcd1:2379 http://etcd2:2379",
    "unix://etcd:1",
  ])
    assert.match(refusal({ cluster }), /^--cluster: expected addresses such as http:/, cluster);
});

test("CFG-1: serve ends with 2 and the reason", async () => {
  const said = await refused(["--plan-bytes", "40000000"]);
  assert.match(said, /--outbox-bytes: 33554432 leaves no room .* --plan-bytes, 40000000/);
});

test("CFG-1: the tightest limits that are taken let a plan of plan-bytes through", async (t) => {
  const planBytes = 64 * KiB;
  const room = planBytes + KiB;
  const given = { planBytes, outboxBytes: room, viewerOutboxBytes: room };
  assert(isRight(read(given)));
  const config = { ...given, messageBytes: room, mailboxBytes: room };
  const { port, admin } = await startTestService(t, { config });
  const peer = await Peer.login(t, port, admin);
  await peer.result("floorplan/plan/subscribe");
  const plan = { text: "" };
  plan.text = "x".repeat(planBytes - JSON.stringify(plan).length);
  assert.equal(JSON.stringify(plan).length, planBytes);
  assert.equal(await peer.save(plan), 1);
  assert.deepEqual(await peer.result("floorplan/plan/get"), { ...plan, rev: 1 });
  const { code } = await peer.error("floorplan/plan/save", { plan: { text: `${plan.text}x` } });
  assert.equal(code, "invalid_format");
});
