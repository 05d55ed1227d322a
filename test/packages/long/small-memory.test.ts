import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { promisify } from "node:util";
import { type MemoryGroup, memoryGroup } from "../../support/memory-group.ts";
import { Peer } from "../../support/peer.ts";
import { samplePlan } from "../../support/plans.ts";
import { inMiB, MiB } from "../../support/process-memory.ts";
import { firstTokenOf, type Running, startCommand } from "../../support/program.ts";
import { temporaryFolder } from "../../support/service.ts";
import { ofPackages } from "../../support/timeouts.ts";
import { installInto } from "../packed.ts";

const run = promisify(execFile);

const tablets = 10;

/**
 * Starts an installed service in a group, with a copy of Node.js made there: what the kernel caches of a program counts
 * for the group that read it first.
 */
const startIn = async (
  t: TestContext,
  { through: [enter = "", ...words] }: MemoryGroup,
  installed: string,
): Promise<Running> => {
  const programs = await temporaryFolder(t);
  const node = join(programs, "node");
  await run(enter, [...words, "cp", process.execPath, node]);
  const serve = [node, installed, "serve", "--port", "0", "--data", join(programs, "data")];
  return startCommand(t, [enter, ...words, ...serve], { env: { PATH: process.env["PATH"] } });
};

/** Starts the service in a group of so many bytes, shows two saves on ten tablets, and stops it. */
const serveTablets = async (t: TestContext, installed: string, bytes: number): Promise<void> => {
  const group = await memoryGroup(t, bytes);
  if (group === undefined) return;
  const service = await startIn(t, group, installed);
  const token = await firstTokenOf(service);
  const [, port] = /listens at http:\/\/[^\s]+:(\d+)/.exec(service.out()) ?? [];
  const editor = await Peer.login(t, Number(port), token);
  const screens: Peer[] = [];
  for (let count = 0; count < tablets; count += 1) {
    const screen = await Peer.login(t, Number(port), token);
    await screen.result("floorplan/plan/subscribe");
    screens.push(screen);
  }
  await editor.save(samplePlan("house", 1));
  // In a thread of its own.
  const parsed = await editor.result("floorplan/yaml/parse", { text: "a: 1" });
  assert.deepEqual(parsed, { data: { a: 1 } });
  const rev = await editor.save(samplePlan("house", 2));
  for (const screen of screens)
    for (let shown: unknown; shown !== rev;) {
      const event = await screen.nextEvent();
      assert(typeof event === "object" && event !== null);
      shown = "rev" in event ? event.rev : undefined;
    }
  t.diagnostic(`of ${inMiB(bytes)}, ${inMiB(await group.peak())} at the most`);
  service.child.kill("SIGTERM");
  assert.deepEqual(await service.ended, { code: 0, signal: null });
  assert.equal(await group.killed(), 0);
};

test("OPS-23: the packed service in control groups of little memory", ofPackages, async (t) => {
  const installed = await installInto(t, await temporaryFolder(t));
  if (installed === undefined) return;
  for (const size of [512, 128])
    await t.test(
      `OPS-23: in ${size} MiB, with what the kernel caches for it, ten tablets are served`,
      (each) => serveTablets(each, installed, size * MiB),
    );
  await t.test("OPS-23: in 128 MiB, what takes more is killed", async (each) => {
    const group = await memoryGroup(each, 128 * MiB);
    if (group === undefined) return;
    const greedy = `Buffer.alloc(${256 * MiB}, 1)`;
    const words = [...group.through, process.execPath, "--eval", greedy];
    const { ended } = startCommand(each, words, { env: {} });
    assert.deepEqual(await ended, { code: null, signal: "SIGKILL" });
    assert((await group.killed()) > 0);
  });
});
