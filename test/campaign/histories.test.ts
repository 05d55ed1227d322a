import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { isLeft } from "fp-ts/lib/Either.js";
import { range } from "../service/revisions.ts";
import { type DataFolder, dataFolder } from "../support/data-folder.ts";
import { serveProgram } from "../support/program.ts";
import { type Random, randomOf, seededRandom } from "../support/random.ts";
import { linearize, type Operation } from "./linearizability.ts";
import { type Asking, read, type Recorded, Recorder, save } from "./recorder.ts";
import { randomCases, scaled } from "./scale.ts";
import { WireClient } from "./wire-client.ts";

const editors = 8;
const viewers = 20;
const limits = ["--segment-bytes", "65536", "--snapshot-bytes", "131072"];

/** Reads, overwrites, and saves or changes with the revision that it knows, until the connection ends. */
const edit = async (asking: Asking, random: Random): Promise<void> => {
  let known: number | undefined = 0;
  while (known !== undefined) {
    const drawn = random.below(10);
    if (drawn < 3) {
      known = await read(asking);
      continue;
    }
    // Long enough that changes are stored as such.
    const kind = "flat";
    const saved =
      drawn < 8 || known === 0
        ? await save(asking, kind, drawn < 5 ? undefined : known)
        : await save(asking, kind, known, "change");
    assert(saved.kind !== "refused" && saved.kind !== "unknown", `a save is not ${saved.kind}`);
    known = saved.rev;
  }
};

/** Subscribes, reads now and then, and sometimes leaves and comes back, until the process is gone. */
const view = async (
  t: TestContext,
  access: { port: number; token: string },
  recorder: Recorder,
  random: Random,
  isOver: () => boolean,
): Promise<void> => {
  while (!isOver()) {
    let events = 0;
    const stays = random.below(2) === 0 ? Infinity : 1 + random.below(100);
    let leave = (): void => undefined;
    const subscription: Recorded = { invoked: 0, events: [] };
    const client = await WireClient.login(t, access, (message) => {
      subscription.events.push({ at: recorder.now(), ...recorder.shown(message) });
      events += 1;
      if (events === stays) leave();
    });
    if (client === undefined) return;
    leave = () => client.ws.terminate();
    recorder.subscriptions.push(Object.assign(subscription, { invoked: recorder.now() }));
    if ((await client.request("plan/subscribe")) === undefined) continue;
    await read({ client, recorder });
    await client.closed;
  }
};

/** After a restart: the current plan, and what the history has of the saves that nobody heard of again. */
const lookBack = async (client: WireClient, recorder: Recorder): Promise<void> => {
  const rev = await read({ client, recorder });
  assert(rev !== undefined);
  for (const each of range(Math.max(1, rev - editors), rev)) {
    const invoked = recorder.now();
    const reply = await client.request("history/get", `,"rev":${each}`);
    assert(reply !== undefined);
    if (rev === 0) continue;
    recorder.operations.push({
      kind: "seen",
      ...recorder.shown(reply),
      invoked,
      returned: recorder.now(),
    });
  }
};

/** One life of the process, from its start to its kill. */
const live = async (
  t: TestContext,
  { data, admin, viewer }: DataFolder,
  recorder: Recorder,
  random: Random,
): Promise<void> => {
  const { port, child, ended } = await serveProgram(t, data, limits);
  const clients = await Promise.all(
    range(1, editors).map(() => WireClient.login(t, { port, token: admin })),
  );
  const [first] = clients;
  assert(first !== undefined);
  await lookBack(first, recorder);
  let isOver = false;
  const viewing = range(1, viewers).map(() =>
    view(t, { port, token: viewer }, recorder, randomOf(random.below(2 ** 32)), () => isOver),
  );
  const editing = clients.map((client) => {
    assert(client !== undefined);
    return edit({ client, recorder }, randomOf(random.below(2 ** 32)));
  });
  await sleep(100 + random.below(scaled(300, 600)));
  isOver = true;
  child.kill("SIGKILL");
  await ended;
  await Promise.all([...editing, ...viewing]);
  // What was not answered by a process that is gone happened before now, or never.
  recorder.settle();
};

test(
  "PROOF-6, ORDER-1, CHANGE-1: what 8 editors and 20 viewers did and saw over kills and reconnects fits one order",
  { timeout: scaled(60_000, 900_000) },
  async (t) => {
    const random = seededRandom(t);
    const users = await dataFolder(t);
    const recorder = new Recorder();
    const kills = randomCases(3, 50);
    for (let round = 1; round <= kills; round += 1) await live(t, users, recorder, random);
    const { port } = await serveProgram(t, users.data, limits);
    const last = await WireClient.login(t, { port, token: users.admin });
    assert(last !== undefined);
    await lookBack(last, recorder);
    const order = linearize(recorder.operations, recorder.subscriptions);
    assert(!isLeft(order), JSON.stringify(order));
    const count = (kind: Operation["kind"]): number => recorder.count(kind);
    for (const kind of ["write", "conflict", "read", "seen"] as const)
      assert(count(kind) > 0, `there is a ${kind}`);
    t.diagnostic(
      `${kills} kills, ${recorder.subscriptions.length} subscriptions; ${count("write")} saves, ` +
        `${count("conflict")} conflicts, ${count("read")} reads, ${count("lost")} without an answer; ` +
        `${order.right.checked} operations and events fit one order of ${order.right.values.length} revisions`,
    );
  },
);
