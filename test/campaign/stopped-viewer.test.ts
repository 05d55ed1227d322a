import assert from "node:assert/strict";
import { once } from "node:events";
import { test, type TestContext } from "node:test";
import { range } from "../service/revisions.ts";
import { serveWithTokens } from "../support/data-folder.ts";
import { inMiB, memoryOf, MiB } from "../support/process-memory.ts";
import type { Served } from "../support/program.ts";
import { randomOf, seededRandom } from "../support/random.ts";
import { SavedPlans } from "./saved-plans.ts";
import { randomCases, scaled } from "./scale.ts";
import { type Access, savedRev, WireClient } from "./wire-client.ts";
import { drawKind, planText } from "./wire-plans.ts";

const editors = 4;
const viewers = 3;
const stopped = 4;
const outboxBytes = 8 * MiB;
const largestPlan = 0.92 * MiB;
const limits = [
  ["--outbox-bytes", outboxBytes],
  ["--plan-bytes", 4 * MiB],
  ["--segment-bytes", MiB],
].flatMap((option) => option.map(String));

/**
 * What the process may hold beside what it holds at rest: a backlog of each
 * stopped viewer, the state and a snapshot of it, and for each editor a plan
 * as text, as values and as bytes, with what is let go but not collected yet.
 */
const allowance =
  (stopped + 1) * (outboxBytes + largestPlan) + 2 * 21 * largestPlan + editors * 10 * largestPlan;

/** A subscriber that reads everything: every revision from its first on, once, in order, whole. */
const subscribe = async (t: TestContext, access: Access, plans: SavedPlans) => {
  const before = plans.newest;
  let last: number | undefined;
  let begin = (): void => undefined;
  const begun = new Promise<void>((resolve) => (begin = resolve));
  const client = await WireClient.login(t, access, (message) => {
    const { rev } = plans.see(message);
    assert.equal(rev, last === undefined ? rev : last + 1, "no revision is missed or repeated");
    last = rev;
    begin();
  });
  assert(client !== undefined, "the viewer may connect");
  assert((await client.request("plan/subscribe")) !== undefined);
  await Promise.race([begun, client.closed]);
  return { client, before, last: () => last ?? -1 };
};

/** Resolves when the service has logged `count` viewers that read too slowly. */
const toldSlow = async ({ child, err }: Served, count: number): Promise<void> => {
  assert(child.stderr !== null);
  while (err().split("a peer reads too slowly").length - 1 < count)
    await once(child.stderr, "data");
};

/** Saves without pause until all is over; an answer comes to each. */
const edit = async (
  client: WireClient,
  plans: SavedPlans,
  seed: number,
  isOver: () => boolean,
): Promise<void> => {
  const random = randomOf(seed);
  while (!isOver()) {
    const kind = drawKind(random);
    const number = plans.send(kind);
    const reply = await client.request("plan/save", `,"plan":${planText(kind, number)}`);
    const rev = reply && savedRev(reply);
    assert(rev !== undefined, `plan ${number} is saved: ${reply?.toString()}`);
    plans.acknowledge(number, rev);
  }
};

test(
  "PROOF-7, CHAN-20: viewers that stop reading at full load cost bounded memory, hold nobody up, are told why they are closed, and come back to the newest plan",
  { timeout: scaled(60_000, 900_000) },
  async (t) => {
    const random = seededRandom(t);
    const { served, admin, viewer } = await serveWithTokens(t, limits);
    const { port, child } = served;
    const access = { port, token: viewer };
    const plans = new SavedPlans();
    const atRest = await memoryOf(child.pid, "VmRSS");
    let isOver = false;
    const reading = await Promise.all(range(1, viewers).map(() => subscribe(t, access, plans)));
    const seeds = range(1, editors).map(() => random.below(2 ** 32));
    const editing = seeds.map(async (seed) => {
      const client = await WireClient.login(t, { port, token: admin });
      assert(client !== undefined);
      await edit(client, plans, seed, () => isOver);
    });

    // One reads nothing until the end; the others come back as soon as they were let go, and stop again.
    const absent = await subscribe(t, access, plans);
    absent.client.ws.pause();
    const until = performance.now() + randomCases(3000, 60_000);
    let slow = 1;
    do {
      const wave = await Promise.all(range(1, stopped).map(() => subscribe(t, access, plans)));
      for (const { client, before, last } of wave) {
        assert(last() >= before, `the newest plan comes first: ${before} was seen, not ${last()}`);
        client.ws.pause();
      }
      slow += wave.length;
      await toldSlow(served, slow);
      for (const { client } of wave) {
        const closed = once(client.ws, "close");
        client.ws.resume();
        const [code, reason]: unknown[] = await closed;
        assert.equal(code, 1013);
        assert.match(String(reason), new RegExp(`outbox-bytes, ${outboxBytes} bytes`));
      }
    } while (performance.now() < until);
    isOver = true;
    await Promise.all(editing);
    absent.client.ws.resume();
    await absent.client.closed;
    const back = await subscribe(t, access, plans);
    assert.equal(back.last(), plans.newest, "the newest plan, after all that time");
    // Replies stand in line behind the events: whoever gets one has got all of them.
    for (const { client, last } of reading) {
      assert((await client.request("plan/get")) !== undefined);
      assert.equal(last(), plans.newest, "the others missed nothing");
    }
    const peak = await memoryOf(child.pid, "VmHWM");
    t.diagnostic(
      `${plans.acknowledged} saves, ${plans.compared} plans compared, ${slow} viewers closed; ` +
        `${inMiB(atRest)} at rest, ${inMiB(peak)} at the most, ${inMiB(atRest + allowance)} allowed`,
    );
    assert(peak < atRest + allowance, `${inMiB(peak)} resident at the most`);
  },
);
