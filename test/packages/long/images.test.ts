import assert from "node:assert/strict";
import { cp, readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { Peer } from "../../support/peer.ts";
import { numberedPlan } from "../../support/plans.ts";
import { eventually } from "../../support/polling.ts";
import { type Machine, privateNet } from "../../support/private-net.ts";
import { mayUse } from "../../support/programs.ts";
import { temporaryFolder } from "../../support/service.ts";
import { readCompose } from "../compose-file.ts";
import { project } from "../packed.ts";
import { buildApp, buildEtcd, buildFloorplan, makeBaseImages } from "./base-images.ts";
import { runApp, superviseApp } from "./app-container.ts";
import { type Engine, startEngine, type There } from "./engine.ts";

/** As compose.yaml has it. */
const bounds = ["--read-only", "--read-only-tmpfs=false", "--cap-drop=all"];
const hardened = [...bounds, "--security-opt=no-new-privileges"];

/** The megabytes of an image as a registry holds it, and unpacked. */
const sizesOf = async (t: TestContext, { podman }: Engine) => {
  const folder = join(await temporaryFolder(t), "pushed");
  await podman("push", "--quiet", "--compress", "floorplan", `dir:${folder}`);
  const files = (await readdir(folder)).map((name) => stat(join(folder, name)));
  const packed = (await Promise.all(files)).reduce((bytes, { size }) => bytes + size, 0);
  const unpacked = Number(await podman("image", "inspect", "--format={{.Size}}", "floorplan"));
  return { packed: packed / 1e6, unpacked: unpacked / 1e6 };
};

/** Whether a container's health check finds it healthy, as the engine asks it. */
const isHealthy = async ({ podman }: Engine, name: string): Promise<boolean> => {
  try {
    await podman("healthcheck", "run", name);
    return true;
  } catch {
    return false;
  }
};

const untilHealthy = (engine: Engine, name: string): Promise<void> =>
  eventually(
    async () => ((await isHealthy(engine, name)) ? { seen: undefined } : { not: "healthy" }),
    60_000,
  );

const login = (t: TestContext, { at }: Machine, port: number, token: string): Promise<Peer> =>
  Peer.login(t, port, token, { url: `ws://${at.front}:${port}/api/websocket` });

const checkSizes = async (t: TestContext, engine: Engine): Promise<void> => {
  const { packed, unpacked } = await sizesOf(t, engine);
  t.diagnostic(`${packed.toFixed(1)} MB as it is pulled, ${unpacked.toFixed(1)} MB unpacked`);
  assert(packed <= 90, `${packed} MB`);
  const install = await readFile(join(project, "docs/install.md"), "utf8");
  const [, told, most] = /takes (\d+) MB to pull and (\d+) MB/.exec(install) ?? [];
  for (const [said, is] of [[told, packed] as const, [most, unpacked] as const])
    assert(Math.abs(Number(said) - is) < 0.1 * is, `docs/install.md says ${said} MB, not ${is}`);
};

/** Starts the service in a container on the volume `floorplan`, as compose.yaml does, and waits until it is healthy. */
const startAlone = async (engine: Engine, name: string): Promise<void> => {
  const options = ["--publish=8125:8125", "--volume=floorplan:/data", ...hardened];
  await engine.podman("run", "--detach", `--name=${name}`, ...options, "floorplan");
  await untilHealthy(engine, name);
};

const checkInside = async ({ podman }: Engine, name: string): Promise<void> => {
  const said = (line: string): Promise<string> =>
    podman("exec", name, "sh", "-c", `{ ${line}; } 2>/dev/null; true`);
  assert.equal(await said("id --user; stat --format=%u /proc/1"), "1000\n1000");
  const folders = "/ /tmp /opt /usr/local/bin /var/tmp /run /data";
  const tried = `for each in ${folders}; do touch $each/x && rm $each/x && echo $each; done`;
  assert.equal(await said(tried), "/data");
  assert.match(await said("find /opt -name package.json | head -n 1"), /package/);
  assert.equal(await said("find / -xdev -name npm -o -xdev -name npx -o -xdev -name corepack"), "");
  // Node.js is in none of these folders.
  const health = await podman("exec", "--env=PATH=/usr/bin:/bin", name, "/usr/local/bin/healthy");
  assert.equal(health, "HTTP/1.1 200 OK");
};

const runAlone = async (t: TestContext, { engine, machine }: There): Promise<void> => {
  const { podman } = engine;
  await checkSizes(t, engine);
  await startAlone(engine, "first");
  await checkInside(engine, "first");
  const token = await podman("exec", "first", "cat", "/data/first-token");
  const peer = await login(t, machine, 8125, token);
  let acknowledged = 0;
  const saving = (async () => {
    for (;;) acknowledged = await peer.save(numberedPlan(acknowledged + 1));
  })();
  const ended = assert.rejects(saving);
  await eventually(async () => (acknowledged > 20 ? { seen: 0 } : { not: "saved" }), 60_000);
  await podman("stop", "--time=30", "first");
  await ended;
  assert.equal(await podman("inspect", "--format={{.State.ExitCode}}", "first"), "0");
  await podman("rm", "first");
  t.diagnostic(`${acknowledged} saves were acknowledged before the stop`);

  await startAlone(engine, "second");
  const again = await login(t, machine, 8125, token);
  const next = await again.save(numberedPlan(1));
  // A save may be done whose answer did not arrive any more.
  assert([1, 2].includes(next - acknowledged), `${next} after ${acknowledged}`);
  await podman("kill", "--signal=STOP", "second");
  assert(!(await isHealthy(engine, "second")), "a service that hangs is not healthy");
  await podman("rm", "--force", "--time=0", "second");
};

const runCluster = async (t: TestContext, { engine, machine }: There): Promise<void> => {
  const folder = join(await temporaryFolder(t), "docker");
  await cp(join(project, "packaging/docker"), folder, { recursive: true });
  const { services } = await readCompose("compose.cluster.yaml");
  await buildEtcd(t, engine, services["etcd1"]?.image ?? "");
  const compose = (...words: readonly string[]): Promise<string> =>
    engine.run(folder, "podman-compose", "--file=compose.cluster.yaml", ...words);
  await compose("up", "--detach");
  for (const number of [1, 2, 3]) await untilHealthy(engine, `docker_floorplan${number}_1`);
  const create = ["floorplan", "token", "create", "desk", "--admin"];
  const [token = ""] = /^\S{43}$/m.exec(await compose("exec", "-T", "floorplan1", ...create)) ?? [];
  /** Signs in at a node, again until it works, and does something there. */
  const at = <A>(port: number, work: (peer: Peer) => Promise<A>): Promise<A> =>
    eventually(async () => {
      try {
        return { seen: await work(await login(t, machine, port, token)) };
      } catch (error) {
        return { not: String(error) };
      }
    }, 120_000);
  assert.equal(await at(8131, (peer) => peer.save(numberedPlan(1))), 1);
  await engine.podman("kill", "docker_etcd2_1");
  const rev = await at(8131, (peer) => peer.save(numberedPlan(2)));
  const seen = await at(8133, (peer) => peer.result("floorplan/plan/get"));
  assert.deepEqual(seen, { ...numberedPlan(2), rev });
  await engine.podman("rm", "--all", "--force", "--time=0");
};

test("PACK-8, PACK-10, PACK-18, PACK-23: podman builds and runs the images", async (t) => {
  if (!mayUse(t, "mmdebstrap") || !mayUse(t, "etcd")) return;
  const [machine] = (await privateNet(t, 1)) ?? [];
  const builder = await startEngine(t);
  if (machine === undefined || builder === undefined) return;
  await makeBaseImages(t, builder);
  await buildFloorplan(t, builder);
  await buildApp(t, builder);
  const there = { engine: builder.on(machine), machine };
  await t.test(
    "PACK-8: the image is small, runs as a user who is not root with nothing to write but its volume, and a stop under load loses no plan for the next container",
    (each) => runAlone(each, there),
  );
  await t.test(
    "PACK-18: the Compose file of the cluster starts three nodes, which save while a member of etcd is away",
    (each) => runCluster(each, there),
  );
  await t.test(
    "PACK-10: the app's image starts the service as a user of its own behind ingress, and tells nobody a token",
    (each) => runApp(each, there),
  );
  await t.test(
    "PACK-23: with the Supervisor's options the app starts, is found to hang, and goes on from a restored backup",
    (each) => superviseApp(each, there),
  );
});
