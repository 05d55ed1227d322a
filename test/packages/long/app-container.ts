import assert from "node:assert/strict";
import { mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import type { TestContext } from "node:test";
import { Peer } from "../../support/peer.ts";
import { numberedPlan } from "../../support/plans.ts";
import { isRight } from "fp-ts/lib/Either.js";
import { eventually } from "../../support/polling.ts";
import { temporaryFolder } from "../../support/service.ts";
import { readAppConfig } from "../app-config.ts";
import { backUp, isWell, type Options, optionsFor, restore } from "../supervisor.ts";
import type { Engine, There } from "./engine.ts";

const secret = "token-of-the-supervisor";

/** Writes the options of people, as the Supervisor gives them to the app. */
const writeOptions = async (data: string, given: Options): Promise<void> => {
  const options = optionsFor(await readAppConfig(), given);
  assert(isRight(options), "these options are valid");
  await writeFile(join(data, "options.json"), JSON.stringify(options.right), { mode: 0o600 });
};

/** Of the Supervisor: what takes an app's announcement (supervisor/api/discovery.py). */
const listenAt = (t: TestContext, address: string) => {
  const announced: unknown[] = [];
  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method, url, headers } = request;
    // The service also looks for Home Assistant there, and finds none.
    if (method !== "POST") return void response.writeHead(404).end();
    announced.push({ method, url, by: headers.authorization, body: await json(request) });
    response.end('{"result":"ok","data":{"uuid":"1"}}');
  };
  const server = createServer((request, response) => void take(request, response));
  server.listen(80, address);
  t.after(() => server.close());
  return { announced, close: () => server.close() };
};

/** The app in its container. */
interface App {
  readonly inside: (line: string) => Promise<string>;
  readonly logs: () => Promise<string>;
  /** Suspends all of its processes, or lets them go on. */
  readonly pause: (isPaused: boolean) => Promise<void>;
  /** Ends it as the Supervisor does, and removes the container. */
  readonly stop: () => Promise<void>;
}

/** As the Supervisor runs it: as root, with its folder, its options, its token and its name. */
const startApp = async (
  { podman, run }: Engine,
  data: string,
  supervisor: string,
): Promise<App> => {
  const given = [`--volume=${data}:/data`, `--env=SUPERVISOR_TOKEN=${secret}`];
  const at = ["--network=host", `--add-host=supervisor:${supervisor}`];
  await podman("run", "--detach", "--name=app", ...given, ...at, "app");
  const inside = (line: string): Promise<string> =>
    podman("exec", "--privileged", "app", "sh", "-c", line);
  await eventually(async () => {
    const status = await inside("floorplan status 2>&1 || true");
    return status.startsWith("ready") ? { seen: 0 } : { not: status };
  }, 60_000);
  return {
    inside,
    logs: () => run(data, "sh", "-c", "podman logs app 2>&1"),
    pause: async (isPaused) => {
      await podman("kill", `--signal=${isPaused ? "STOP" : "CONT"}`, "app");
    },
    stop: async () => {
      await podman("stop", "--time=30", "app");
      assert.equal(await podman("inspect", "--format={{.State.ExitCode}}", "app"), "0");
      await podman("rm", "app");
    },
  };
};

/** Runs the app twice, with the Supervisor and without: PACK-10. */
export const runApp = async (t: TestContext, { engine, machine }: There): Promise<void> => {
  const data = join(await temporaryFolder(t), "data");
  await mkdir(data, { mode: 0o755 });
  await writeOptions(data, { log_level: "debug" });
  const beside = machine.at.front.replace(/\d+$/, "254");
  const supervisor = listenAt(t, beside);
  const app = await startApp(engine, data, beside);
  assert.equal(await app.inside("stat --format=%u /proc/1"), "1000");
  const kept = await readdir(join(data, "floorplan"));
  assert(kept.includes("users.json"), kept.join(", "));
  const words = await app.inside("cat /proc/1/cmdline");
  assert(words.includes("172.30.32.2") && !words.includes(secret), words);
  const environment = await app.inside("cat /proc/1/environ");
  assert(environment.includes("FLOORPLAN_LOG_LEVEL=debug") && !environment.includes(secret));
  const token = "stat --format='%u %a' /run/home-assistant-token";
  assert.equal(await app.inside(token), "1000 600");
  assert.equal((await fetch(`http://${machine.at.front}:8125/healthz`)).status, 200);

  const made = join(data, "integration-token");
  const delegate = (await readFile(made, "utf8")).trim();
  assert.match(delegate, /^\S{43}$/);
  assert.deepEqual([(await stat(made)).uid, (await stat(made)).mode & 0o777], [0, 0o600]);
  const said = await app.logs();
  assert(said.includes('"listening"') && !said.includes(delegate) && !said.includes(secret), said);
  const host = await app.inside("cat /proc/sys/kernel/hostname");
  const body = { service: "floorplan", config: { host, port: 8125, token: delegate } };
  const by = `Bearer ${secret}`;
  assert.deepEqual(supervisor.announced, [{ method: "POST", url: "/discovery", by, body }], said);
  await app.stop();

  // The next start makes no other token, and goes on without the Supervisor.
  supervisor.close();
  const again = await startApp(engine, data, beside);
  assert.match(await again.logs(), /Home Assistant was not told of the service/);
  assert.equal((await readFile(made, "utf8")).trim(), delegate);
  await again.stop();
};

/** Has a Supervisor set the app's options, watch it, back it up and restore it elsewhere: PACK-23. */
export const superviseApp = async (t: TestContext, { engine, machine }: There): Promise<void> => {
  const config = await readAppConfig();
  const folder = await temporaryFolder(t);
  const data = join(folder, "data");
  await mkdir(data, { mode: 0o755 });
  const url = "http://homeassistant.example:8123";
  await writeOptions(data, { home_assistant_url: url });
  const beside = machine.at.front.replace(/\d+$/, "254");
  const app = await startApp(engine, data, beside);
  const environment = await app.inside("cat /proc/1/environ");
  for (const set of ["FLOORPLAN_LOG_LEVEL=info", `FLOORPLAN_HOME_ASSISTANT_PUBLIC=${url}`])
    assert(environment.includes(set), set);

  assert(await isWell(config, machine.at.front));
  await app.pause(true);
  assert(!(await isWell(config, machine.at.front)), "an app that hangs is restarted");
  await app.pause(false);
  assert(await isWell(config, machine.at.front));

  const token = await app.inside("floorplan token create desk --admin --data /data/floorplan");
  const login = (): Promise<Peer> =>
    Peer.login(t, 8125, token, { url: `ws://${machine.at.front}:8125/api/websocket` });
  const rev = await (await login()).save(numberedPlan(7));
  assert.equal(config.backup, "cold");
  await app.stop();
  const [backup, restored] = [join(folder, "backup.tar"), join(folder, "restored")];
  await backUp(data, backup);
  await restore(backup, restored);
  const again = await startApp(engine, restored, beside);
  const plan = await (await login()).result("floorplan/plan/get");
  assert.deepEqual(plan, { ...numberedPlan(7), rev }, await again.logs());
  assert.equal(await (await login()).save(numberedPlan(8)), rev + 1);
  await again.stop();
};
