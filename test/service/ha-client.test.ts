import assert from "node:assert/strict";
import { test } from "node:test";
import { WebSocket } from "ws";
import { diskWith } from "../support/disk.ts";
import { portToKeep } from "../support/free-ports.ts";
import { numberedPlan, samplePlan } from "../support/plans.ts";
import { startTestService } from "../support/service.ts";
import { fence } from "./event-fence.ts";
import { connectHa, happens, saveWithHa, watchPlan } from "./ha-client.ts";
import { range } from "./revisions.ts";

/** The next socket that a client opens, as soon as the service said its first word on it. */
const nextSocket = (): Promise<WebSocket> =>
  new Promise((resolve) => {
    class Watched extends WebSocket {
      constructor(url: string) {
        super(url);
        this.once("message", () => resolve(this));
      }
    }
    Object.assign(globalThis, { WebSocket: Watched });
  });

test("ORDER-4, SAVE-1, SAVE-2: two Home Assistant clients save at once, and two others see every revision once, in order", async (t) => {
  const { url, admin, viewer } = await startTestService(t);
  const editors = [await connectHa(t, url, admin), await connectHa(t, url, admin)];
  const guarded = await connectHa(t, url, admin);
  const viewers = [await connectHa(t, url, viewer), await connectHa(t, url, viewer)];
  const watched = await Promise.all(viewers.map(watchPlan));
  const saves = 40;
  const revs = await Promise.all(
    editors.map(async (editor, each) => {
      const mine: number[] = [];
      for (let number = 0; number < saves; number += 1)
        mine.push(await saveWithHa(editor, samplePlan("flat", each * saves + number)));
      return mine;
    }),
  );
  const last = 2 * saves;
  assert.deepEqual(
    revs.flat().toSorted((a, b) => a - b),
    range(1, last),
  );
  await assert.rejects(saveWithHa(guarded, numberedPlan(0), last - 1), {
    code: "conflict",
    message: `somebody else saved: the stored revision is ${last}`,
  });
  assert.equal(await saveWithHa(guarded, numberedPlan(0), last), last + 1);
  for (const { events, revs: seen, plans } of watched) {
    await events(last + 2);
    assert.deepEqual(seen(), range(0, last + 1));
    assert.deepEqual(plans.at(-1), { ...numberedPlan(0), rev: last + 1 });
  }
  for (const connection of [...editors, guarded, ...viewers]) connection.close();
});

test("ORDER-6: after a restart Home Assistant clients subscribe again by themselves and get the plan", async (t) => {
  // While it is away nobody else is to get its port.
  const port = await portToKeep();
  const before = await startTestService(t, { config: { port } });
  const editor = await connectHa(t, before.url, before.admin);
  const connections = [
    await connectHa(t, before.url, before.viewer),
    await connectHa(t, before.url, before.viewer),
  ];
  const watched = await Promise.all(connections.map(watchPlan));
  await saveWithHa(editor, numberedPlan(1));
  await saveWithHa(editor, numberedPlan(2));
  for (const { events } of watched) await events(3);

  const all = [editor, ...connections];
  const lost = Promise.all(all.map((connection) => happens(connection, "disconnected")));
  const back = Promise.all(all.map((connection) => happens(connection, "ready")));
  await before.stop();
  await lost;
  const after = await startTestService(t, { again: before, config: { port } });
  assert.equal(after.port, port);
  await back;

  // The current plan once more, and from then on every revision again.
  for (const { events, plans } of watched) {
    await events(4);
    assert.deepEqual(plans[3], { ...numberedPlan(2), rev: 2 });
  }
  assert.equal(await saveWithHa(editor, numberedPlan(3), 2), 3);
  for (const { events, revs } of watched) {
    await events(5);
    assert.deepEqual(revs(), [0, 1, 2, 2, 3]);
  }
  for (const connection of all) connection.close();
});

test("ORDER-6: a client that comes back while the log is being read gets the plan all the same", async (t) => {
  // While it is away nobody else is to get its port.
  const port = await portToKeep();
  const before = await startTestService(t, { config: { port } });
  const connection = await connectHa(t, before.url, before.admin);
  const { events, revs } = await watchPlan(connection);
  await saveWithHa(connection, numberedPlan(1));
  await events(2);
  const lost = happens(connection, "disconnected");
  const back = happens(connection, "ready");
  await before.stop();
  await lost;

  let goOn = (): void => undefined;
  const mayRead = new Promise<void>((resolve) => (goOn = resolve));
  const fs = diskWith(({ name }) => (name === "read" ? mayRead : Promise.resolve()));
  const waiting = nextSocket();
  const after = { again: before, config: { port }, fs, untilLoaded: false };
  const { service } = await startTestService(t, after);
  // By the third time its login was read, and a client that was let in would have subscribed.
  const ws = await waiting;
  for (let time = 0; time < 3; time += 1) await fence({ ws });
  goOn();
  await service.loaded;
  await back;
  await events(3);
  assert.deepEqual(revs(), [0, 1, 1]);
  connection.close();
});
