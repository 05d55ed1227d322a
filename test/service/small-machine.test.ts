import assert from "node:assert/strict";
import { cp, readdir, readFile, stat, symlink, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { test, type TestContext } from "node:test";
import { compressedState } from "../home-assistant/known-states.ts";
import { dataFolder } from "../support/data-folder.ts";
import { type DoubleHomeAssistant, startDouble } from "../support/double-home-assistant.ts";
import { eventually } from "../support/polling.ts";
import { Peer } from "../support/peer.ts";
import { samplePlan } from "../support/plans.ts";
import { inMiB, memoryOf, MiB } from "../support/process-memory.ts";
import { builtProgram, type Served, serveProgram, startCommand } from "../support/program.ts";
import { temporaryFolder } from "../support/service.ts";
import { bounded, ofMany } from "../support/timeouts.ts";

const tablets = 10;
const changes = 20;

/** Later versions of Node.js take more themselves. */
const most = (process.version.startsWith("v20.") ? 80 : 95) * MiB;

/** A service with a plan of 92 kB, beside a Home Assistant, and tablets that show both. */
const startHome = async (
  t: TestContext,
): Promise<{ served: Served; screens: readonly Peer[]; home: DoubleHomeAssistant }> => {
  const home = await startDouble(t);
  const { data, admin, viewer } = await dataFolder(t);
  const token = join(await temporaryFolder(t), "token");
  await writeFile(token, home.user.longLivedToken, { mode: 0o600 });
  const beside = ["--home-assistant", home.url, "--home-assistant-token-file", token];
  const served = await serveProgram(t, data, beside);
  const editor = await Peer.login(t, served.port, admin);
  await editor.save({
    ...samplePlan("house", 1),
    devices: [{ id: "lamp", entity: "light.lamp", x: 1, z: 1 }],
  });
  editor.ws.terminate();
  const screens: Peer[] = [];
  for (let count = 0; count < tablets; count += 1) {
    const screen = await Peer.login(t, served.port, viewer);
    await screen.result("floorplan/plan/subscribe");
    await screen.result("subscribe_entities");
    screens.push(screen);
  }
  return { served, screens, home };
};

/** How many bytes a process has had the kernel write to disks. */
const written = async ({ child }: Served): Promise<number> => {
  const counts = await readFile(`/proc/${child.pid}/io`, "utf8");
  const bytes = /^write_bytes: (\d+)$/m.exec(counts)?.[1];
  assert(bytes !== undefined);
  return Number(bytes);
};

test(
  "OPS-18, OPS-19: ten tablets on a plan of 92 kB take at most 80 MiB on Node.js 20, and their live states not one byte of the disk",
  ofMany,
  async (t) => {
    const { served, screens, home } = await startHome(t);
    let change = 0;
    const showChanges = async (): Promise<void> => {
      for (const end = change + changes; change < end;) {
        change += 1;
        const state = `"s":"${change}"`;
        home.core.setStates({ "light.lamp": compressedState(`${change}`) });
        await Promise.all(
          screens.map(async (screen) => {
            while (!JSON.stringify(await screen.nextEvent()).includes(state));
          }),
        );
      }
    };
    // What the tablets' coming writes to the audit log is written a while after.
    await eventually(async () => {
      const before = await written(served);
      await showChanges();
      const bytes = (await written(served)) - before;
      return bytes === 0 ? { seen: bytes } : { not: `${bytes} bytes were written` };
    }, 30_000);
    // Some of it is given back a while after there was much to do.
    const resident = await eventually(async () => {
      const now = await memoryOf(served.child.pid, "VmRSS");
      return now <= most ? { seen: now } : { not: inMiB(now) };
    }, 30_000);
    const peak = await memoryOf(served.child.pid, "VmHWM");
    t.diagnostic(`${inMiB(resident)} resident, at the most ${inMiB(peak)}`);
  },
);

test(
  "OPS-20, MQTT-5: without a cluster and an MQTT broker, the service needs none of the files with the code for one",
  bounded,
  async (t) => {
    const copy = await temporaryFolder(t);
    const folder = join(copy, "dist");
    for (const name of ["package.json", "node_modules"])
      await symlink(join(dirname(builtProgram), "..", name), join(copy, name));
    const isLeftOut = /\/(?:cluster-|etcd-|grpc-|mqtt-)[^/]*$/;
    const left: string[] = [];
    await cp(dirname(builtProgram), folder, {
      recursive: true,
      filter: (file) => {
        const isLeft = isLeftOut.test(file);
        if (isLeft) left.push(file);
        return !isLeft;
      },
    });
    assert(left.length > 2 && left.some((file) => file.includes("mqtt-")), left.join());
    assert.deepEqual(
      (await readdir(folder)).filter((name) => isLeftOut.test(`/${name}`)),
      [],
    );
    const { data } = await dataFolder(t);
    const words = [process.execPath, join(folder, "cli.cjs"), "serve", "--port", "0"];
    const running = startCommand(t, [...words, "--data", data], { env: {} });
    await running.printed(/ {2}plan {6}[^\n]+\n/);
    running.child.kill("SIGTERM");
    assert.deepEqual(await running.ended, { code: 0, signal: null });
  },
);

test(
  "OPS-22: a service that is stopped and started again writes less than 100 kB, however often",
  bounded,
  async (t) => {
    const { data, viewer } = await dataFolder(t);
    const stop = async ({ child, ended }: Served): Promise<void> => {
      child.kill("SIGTERM");
      assert.deepEqual(await ended, { code: 0, signal: null });
    };
    const next = () => stat(join(data, "log", "spare.tmp"));
    await stop(await serveProgram(t, data));
    const { ino } = await next();
    for (let restart = 0; restart < 2; restart += 1) {
      const served = await serveProgram(t, data);
      const screen = await Peer.login(t, served.port, viewer);
      await screen.result("floorplan/plan/subscribe");
      screen.ws.terminate();
      const bytes = await written(served);
      assert(bytes < 100_000, `${bytes} bytes`);
      await stop(served);
      // Another one would be made beside, until the stop.
      assert.equal((await next()).ino, ino, "the next segment is the one of the first start");
      t.diagnostic(`${bytes} bytes`);
    }
  },
);

test("OPS-18: the program's files have no character for which V8 takes two bytes each", async () => {
  const folder = dirname(builtProgram);
  const files = (await readdir(folder)).filter((name) => name.endsWith(".cjs"));
  assert(files.includes(basename(builtProgram)), files.join());
  for (const name of files) {
    const text = await readFile(join(folder, name), "utf8");
    assert.deepEqual(text.match(/[^\0-\u00ff]/g) ?? [], [], name);
  }
});
