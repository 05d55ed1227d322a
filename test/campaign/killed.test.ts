import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { objectOf, range } from "../service/revisions.ts";
import { type DataFolder, dataFolder } from "../support/data-folder.ts";
import { runProgram, type Served, serveProgram, startProgram } from "../support/program.ts";
import { type Random, seededRandom } from "../support/random.ts";
import { type HistoryEntry, SavedPlans } from "./saved-plans.ts";
import { randomCases, scaled } from "./scale.ts";
import { savedRev, WireClient } from "./wire-client.ts";
import { drawKind, planText } from "./wire-plans.ts";

const editors = 4;
const viewers = 2;
// Small files, so that many kills meet a new segment, a snapshot or a deletion.
const limits = ["--segment-bytes", "524288", "--snapshot-bytes", "1048576"];

/** Saves a plan of its own; the reply, and the plan's number. */
const saveOne = async (client: WireClient, plans: SavedPlans, random: Random) => {
  const kind = drawKind(random);
  const number = plans.send(kind);
  const reply = await client.request("plan/save", `,"plan":${planText(kind, number)}`);
  return { number, reply };
};

/** Makes the stored plan one of another number by a change, of which a long plan's record is; the same. */
const changeOne = async (client: WireClient, plans: SavedPlans) => {
  const stored = await client.request("plan/get");
  if (stored === undefined) return { number: undefined, reply: undefined };
  const { rev, number: before } = plans.see(stored);
  if (before === undefined) return { number: undefined, reply: stored };
  const number = plans.send(plans.kindOf(before));
  const changes = `[{"op":"replace","path":"/number","value":${number}}]`;
  return {
    number,
    reply: await client.request("plan/change", `,"rev":${rev},"changes":${changes}`),
  };
};

/** Saves and changes without pause until the connection ends. */
const edit = async (client: WireClient, plans: SavedPlans, random: Random, onSaved: () => void) => {
  for (;;) {
    const isChange = random.below(2) === 0;
    const { number, reply } = isChange
      ? await changeOne(client, plans)
      : await saveOne(client, plans, random);
    if (reply === undefined) return;
    if (number === undefined) continue;
    const rev = savedRev(reply);
    if (isChange && rev === undefined && reply.includes('"code":"conflict"')) {
      plans.refuse(number);
      continue;
    }
    assert(rev !== undefined, `plan ${number} is saved, not ${reply.toString()}`);
    plans.acknowledge(number, rev);
    if (isChange) plans.changed += 1;
    onSaved();
  }
};

/** Looks on until the connection ends: every revision once, in order, whole. Resolves when it is subscribed. */
const look = async (t: TestContext, port: number, token: string, plans: SavedPlans) => {
  let last: number | undefined;
  const client = await WireClient.login(t, { port, token }, (message) => {
    const { rev } = plans.see(message);
    assert.equal(rev, last === undefined ? rev : last + 1, "no revision is missed or repeated");
    last = rev;
  });
  assert(client !== undefined);
  await client.request("plan/subscribe");
  return { closed: client.closed };
};

/** Lets everybody work until the process is killed at a random moment. */
const workUntilKilled = async (
  t: TestContext,
  { port, child, ended }: Served,
  { admin, viewer }: DataFolder,
  plans: SavedPlans,
  random: Random,
): Promise<void> => {
  const untilAcks = random.below(2) === 0;
  let left = 1 + random.below(scaled(40, 80));
  let tell = (): void => undefined;
  const enough = new Promise<void>((resolve) => (tell = resolve));
  const onSaved = (): void => void ((left -= 1) === 0 && tell());
  const watching = await Promise.all(range(1, viewers).map(() => look(t, port, viewer, plans)));
  const clients = await Promise.all(
    range(1, editors).map(() => WireClient.login(t, { port, token: admin })),
  );
  const edits = Promise.all(
    clients.map((client) => {
      assert(client !== undefined);
      return edit(client, plans, random, onSaved);
    }),
  );
  // A random number of saves, or a random time, somewhere in the middle of whatever goes on.
  await Promise.race([untilAcks ? enough : sleep(30 + random.below(scaled(120, 250))), edits]);
  if (untilAcks) await sleep(random.below(6));
  child.kill("SIGKILL");
  assert.equal((await ended).signal, "SIGKILL");
  // What was sent before the kill may be read only now.
  await Promise.all([edits, ...watching.map(({ closed }) => closed)]);
};

const isEntry = (value: unknown): value is HistoryEntry => {
  const { rev, saved_at, rooms, items } = objectOf(value);
  return [rev, rooms, items].every(Number.isInteger) && typeof saved_at === "string";
};

/** All that was acknowledged or seen is there, and whatever else is there was sent. */
const check = async (
  t: TestContext,
  port: number,
  token: string,
  plans: SavedPlans,
): Promise<void> => {
  const client = await WireClient.login(t, { port, token });
  const ask = async (type: string, fields?: string): Promise<Buffer> => {
    const reply = await client?.request(type, fields);
    assert(reply !== undefined, `${type} is answered`);
    return reply;
  };
  const before = plans.newest;
  const { rev } = plans.see(await ask("plan/get"));
  assert(rev >= before, `revision ${before} was acknowledged or seen, not only ${rev}`);
  assert(rev <= before + editors, `an editor has at most one save unanswered: ${rev}`);
  const { result } = objectOf(JSON.parse((await ask("history/list")).toString()));
  assert(Array.isArray(result) && result.every(isEntry));
  const shown = await Promise.all(
    result.map(async (entry) => plans.see(await ask("history/get", `,"rev":${entry.rev}`)).rev),
  );
  assert.deepEqual(
    shown,
    result.map((entry) => entry.rev),
  );
  plans.assertHistory(rev, result);
  plans.assertContiguous(rev);
  client?.ws.close();
};

test(
  "PROOF-1, SAVE-9, HIST-6, CHANGE-1, LOG-43: whatever was acknowledged or seen is there after the process is killed, however often and whenever",
  { timeout: scaled(220_000, 1_500_000) },
  async (t) => {
    const random = seededRandom(t);
    const users = await dataFolder(t);
    const plans = new SavedPlans();
    const rounds = randomCases(3, 500);
    let duringStart = 0;
    for (let kills = 0; kills < rounds;) {
      if (random.below(8) === 0) {
        // A kill while the log is being recovered, or even before.
        const args = ["serve", "--port", "0", "--data", users.data, ...limits];
        const { child, ended } = startProgram(t, args);
        await sleep(100 + random.below(400));
        child.kill("SIGKILL");
        await ended;
        duringStart += 1;
        continue;
      }
      const served = await serveProgram(t, users.data, limits);
      await check(t, served.port, users.admin, plans);
      await workUntilKilled(t, served, users, plans, random);
      kills += 1;
    }
    const served = await serveProgram(t, users.data, limits);
    await check(t, served.port, users.admin, plans);
    served.child.kill("SIGKILL");
    await served.ended;
    const verified = await runProgram(t, ["log", "verify", "--data", users.data]);
    assert.equal(verified.code, 0, verified.err);
    t.diagnostic(
      `${rounds} kills while all were at work, ${duringStart} during a start; ${plans.acknowledged} saves acknowledged, ` +
        `${plans.changed} of them changes, ` +
        `${plans.unanswered} not answered, revision ${plans.newest} at the end, ` +
        `${plans.compared} plans compared; ${verified.err.trim()}`,
    );
  },
);
