import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { bounded } from "../support/timeouts.ts";
import { clientOf, dataFolder } from "../support/data-folder.ts";
import { Peer } from "../support/peer.ts";
import { behindTwoRelays } from "../support/tcp-relay.ts";
import { portToKeep } from "../support/free-ports.ts";
import { numberedPlan } from "../support/plans.ts";
import { runProgram, type Running, serveProgram, startProgram } from "../support/program.ts";
import { startTestService } from "../support/service.ts";

const lines = ({ out }: Running): readonly string[] => out().trimEnd().split("\n");

/** The revisions that `watch` printed, 0 for none yet. */
const revisions = (watch: Running): readonly number[] =>
  lines(watch).map((line) => {
    const shown = /^\d{4}-\d\d-\d\dT\S+Z {2}(?:rev (\d+)|no plan yet) {2}(\d+) rooms/.exec(line);
    assert(shown !== null, line);
    return Number(shown[1] ?? 0);
  });

const revisionsOfJson = (watch: Running): readonly unknown[] =>
  lines(watch).map((line) => {
    const plan: { readonly rev?: unknown } = JSON.parse(line);
    return plan.rev ?? 0;
  });

const startWatches = async (t: TestContext, environment: Readonly<Record<string, string>>) => {
  const text = startProgram(t, ["watch"], environment);
  const json = startProgram(t, ["watch", "--json"], environment);
  await Promise.all([text.printed(/\n/), json.printed(/\n/)]);
  return { text, json };
};

test("CLI-9: watch prints a line per revision, or with --json the plan", bounded, async (t) => {
  const { port, url, admin, viewer } = await startTestService(t);
  const { text, json } = await startWatches(t, clientOf(url, viewer));
  const peer = await Peer.login(t, port, admin);
  const count = 20;
  for (let number = 1; number <= count; number += 1) await peer.save(numberedPlan(number));
  await Promise.all([text.printed(`rev ${count} `), json.printed(`"rev":${count},`)]);
  const all = Array.from({ length: count + 1 }, (_none, rev) => rev);
  assert.deepEqual(revisions(text), all);
  assert.deepEqual(revisionsOfJson(json), all);
  const last: unknown = JSON.parse(lines(json).at(-1) ?? "");
  assert.deepEqual(last, { ...numberedPlan(count), rev: count });
  text.child.kill("SIGINT");
  json.child.kill("SIGTERM");
  assert.deepEqual(await text.ended, { code: 0, signal: null });
  assert.deepEqual(await json.ended, { code: 0, signal: null });
  assert.equal(text.err(), "");
});

test(
  "CLI-9: watch goes on by itself after the service was killed, each revision once",
  bounded,
  async (t) => {
    const { data, admin, viewer } = await dataFolder(t);
    // While it is dead nobody else is to get its port.
    const port = await portToKeep();
    const at = ["--port", String(port)];
    const before = await serveProgram(t, data, at);
    const { text, json } = await startWatches(t, clientOf(before.url, viewer));
    const editor = await Peer.login(t, before.port, admin);
    await editor.save(numberedPlan(1));
    await editor.save(numberedPlan(2));
    await Promise.all([text.printed("rev 2 "), json.printed('"rev":2,')]);

    before.child.kill("SIGKILL");
    await before.ended;
    const after = await serveProgram(t, data, at);
    await Promise.all([text.printed("reconnected", "err"), json.printed("reconnected", "err")]);
    const again = await Peer.login(t, after.port, admin);
    await again.save(numberedPlan(3));
    await Promise.all([text.printed("rev 3 "), json.printed('"rev":3,')]);
    assert.match(text.err(), /connection lost/);
    assert.deepEqual(revisions(text), [0, 1, 2, 3]);
    assert.deepEqual(revisionsOfJson(json), [0, 1, 2, 3]);
  },
);

test(
  "CLI-9: watch that looks for its service still ends when it is told to",
  bounded,
  async (t) => {
    const { data, viewer } = await dataFolder(t);
    const served = await serveProgram(t, data);
    const { text } = await startWatches(t, clientOf(served.url, viewer));
    served.child.kill("SIGTERM");
    await served.ended;
    await text.printed("connection lost", "err");
    text.child.kill("SIGINT");
    assert.deepEqual(await text.ended, { code: 0, signal: null });
  },
);

for (const loss of ["kill", "silence"] as const)
  test(
    `ADDRESS-8: watch goes on at another address when its node is lost (${loss}), each revision once`,
    bounded,
    async (t) => {
      const { service, a, b } = await behindTwoRelays(t);
      const editor = await Peer.login(t, service.port, service.admin);
      await editor.save(numberedPlan(1));
      const watch = startProgram(t, ["watch"], clientOf(`${a.url},${b.url}`, service.viewer));
      await watch.printed("rev 1 ");
      a[loss]();
      await watch.printed("reconnected", "err");
      await editor.save(numberedPlan(2));
      await watch.printed("rev 2 ");
      assert.deepEqual([revisions(watch), b.connectionCount()], [[1, 2], 1]);
    },
  );

test("CLI-14: watch ends with 1 and a sentence when its token is revoked", bounded, async (t) => {
  const { data, url, viewer } = await startTestService(t);
  const watch = startProgram(t, ["watch"], clientOf(url, viewer));
  await watch.printed("no plan yet");
  assert.equal((await runProgram(t, ["token", "revoke", "wall", "--data", data])).code, 0);
  assert.deepEqual(await watch.ended, { code: 1, signal: null });
  assert.match(watch.err(), /does not accept this token/);
});
