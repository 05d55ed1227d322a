import assert from "node:assert/strict";
import { test } from "node:test";
import { scaled } from "../campaign/scale.ts";
import { serveWithTokens } from "../support/data-folder.ts";
import { Peer } from "../support/peer.ts";
import { samplePlan } from "../support/plans.ts";
import { inMiB, memoryOf, MiB } from "../support/process-memory.ts";
import { gatherCrowd } from "./crowd.ts";

const many = 300;
const saves = scaled(20, 1000);
const places = [
  ["--viewer-connections", many],
  ["--viewer-outbox-bytes", 4096 * MiB],
].flatMap((option) => option.map(String));

test(`OPS-7: ${saves} saves of a 92 kB plan with 300 subscribers stay below 150 MiB`, async (t) => {
  const { served, admin, viewer } = await serveWithTokens(t, places);
  const { port, child } = served;
  const crowd = await gatherCrowd(t, { port, token: viewer, many, mode: "read" });
  const editor = await Peer.login(t, port, admin);
  let bytes = 0;
  for (let number = 1; number <= saves; number += 1) {
    const plan = samplePlan("house", number);
    bytes += Buffer.byteLength(JSON.stringify({ rev: number, ...plan }));
    assert.equal(await editor.save(plan), number);
    // Who reads as fast as this machine lets it is not what waits: that is the next test's.
    if (number % 10 === 0) await crowd.counts();
  }
  const counts = await crowd.counts();
  const resident = await memoryOf(child.pid, "VmRSS");
  const peak = await memoryOf(child.pid, "VmHWM");
  t.diagnostic(`resident after ${saves} saves: ${inMiB(resident)}, at the most ${inMiB(peak)}`);
  assert.equal(counts.length, many);
  assert(Math.min(...counts) > bytes, "every subscriber got every plan whole");
  assert(resident < 150 * MiB, `${inMiB(resident)} resident at the end`);
  assert(peak < 150 * MiB, `${inMiB(peak)} resident at the most`);
});

test("OPS-7, PLAN-5: subscribers that do not read share the bytes that wait for them", async (t) => {
  const { served, admin, viewer } = await serveWithTokens(t, places);
  const { port, child } = served;
  const editor = await Peer.login(t, port, admin);
  await gatherCrowd(t, { port, token: viewer, many, mode: "stop" });
  await editor.save(samplePlan("house", 0));
  const before = await memoryOf(child.pid, "VmRSS");
  const unread = 60;
  for (let number = 1; number <= unread; number += 1)
    await editor.save(samplePlan("house", number));
  const after = await memoryOf(child.pid, "VmRSS");
  const growth = after - before;
  t.diagnostic(`${unread} unread saves: ${inMiB(before)} resident, then ${inMiB(growth)} more`);
  // Each connection has some 5 MiB waiting after the kernel took its part: 1.5 GiB, were they copies.
  assert(growth < 80 * MiB, `${inMiB(growth)} more are resident`);
});

test("OPS-7, CHAN-44: short events that wait are shared by the subscriptions of a connection", async (t) => {
  const { served, admin, viewer } = await serveWithTokens(t, places);
  const { port, child } = served;
  const editor = await Peer.login(t, port, admin);
  const subscriptions = 32;
  for (let count = 0; count < 8; count += 1) {
    const peer = await Peer.login(t, port, viewer);
    for (let each = 0; each < subscriptions; each += 1)
      await peer.result("floorplan/plan/subscribe");
    peer.ws.pause();
  }
  await editor.save(samplePlan("flat", 0));
  const before = await memoryOf(child.pid, "VmRSS");
  const unread = 160;
  for (let number = 1; number <= unread; number += 1) await editor.save(samplePlan("flat", number));
  const growth = (await memoryOf(child.pid, "VmRSS")) - before;
  t.diagnostic(`${unread} unread saves: ${inMiB(growth)} more are resident`);
  // Some 31 MB for each connection, less what the kernel took: more than 100 MiB, were they copies.
  assert(growth < 90 * MiB, `${inMiB(growth)} more are resident`);
});
