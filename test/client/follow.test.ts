import assert from "node:assert/strict";
import { test } from "node:test";
import {
  connect,
  type FloorplanClient,
  type Plan,
  type PlanChanges,
} from "../../src/client/index.ts";
import type { JsonObject } from "../../src/model/json.ts";
import { type DoubleHomeAssistant, startDouble } from "../support/double-home-assistant.ts";
import { portToKeep } from "../support/free-ports.ts";
import { installFnsFloorplan } from "../support/fns-floorplan.ts";
import { Peer } from "../support/peer.ts";
import { samplePlan } from "../support/plans.ts";
import { startTestService, type TestScope } from "../support/service.ts";
import { openTcpRelay } from "../support/tcp-relay.ts";
import { bounded, until } from "../support/timeouts.ts";

/** Refuses the next subscription of that type, and takes the ones after it, whose first event has that plan. */
const refuseOnce = (home: DoubleHomeAssistant, type: string, eventOf: (note: string) => object) => {
  let isRefused = false;
  home.answer(type, ({ send, afterwards }) => {
    if (!isRefused) {
      isRefused = true;
      return { error: { code: "too_many_subscriptions", message: "at most 3" } };
    }
    afterwards(() => send(eventOf("after a refusal")));
    return { result: null };
  });
  return () => isRefused;
};

/** What a follower was told. */
interface Told {
  readonly plan: Plan;
  readonly changes: PlanChanges | undefined;
}

/** A client that follows until the test ends, and what it was told. */
const following = async (t: TestScope, url: string, token: string) => {
  const client = await connect(url, token);
  t.after(() => client.close());
  const told: Told[] = [];
  let fallbacks = 0;
  const end = await client.follow((plan, changes) => void told.push({ plan, changes }), {
    onFallback: () => (fallbacks += 1),
  });
  return {
    client,
    told,
    end,
    fallbacks: () => fallbacks,
    revisions: () => told.map(({ plan }) => plan.rev ?? 0),
  };
};

test(
  "API-12: a follower gets each plan whole and what changed, and keeps the parts that did not change",
  bounded,
  async (t) => {
    const service = await startTestService(t);
    const { client, told, revisions, fallbacks } = await following(t, service.url, service.admin);
    await until(() => told.length === 1);
    assert.deepEqual([told[0]?.plan, told[0]?.changes], [{}, undefined]);
    const house: JsonObject = JSON.parse(JSON.stringify(samplePlan("house", 1)));
    assert.equal(await client.save(house, 0), 1);
    const changes = [{ op: "replace", path: "/number", value: 2 }] as const;
    assert.equal(await client.change(1, changes), 2);
    assert.equal(await client.save({ ...house, number: 3 }, 2), 3);
    await until(() => told.length === 4);
    assert.deepEqual(revisions(), [0, 1, 2, 3]);
    const [, first, second, third] = told;
    assert(first !== undefined && second !== undefined && third !== undefined);
    assert.deepEqual([first.plan, first.changes], [{ ...house, rev: 1 }, undefined]);
    assert.deepEqual(second.plan, { ...house, rev: 2, number: 2 });
    assert.deepEqual(second.changes, {
      rev: 2,
      from: 1,
      changes: [{ op: "replace", path: "/rev", value: 2 }, ...changes],
    });
    assert.equal(third.changes?.from, 2);
    assert.deepEqual(third.plan, await client.getPlan());
    for (const key of ["rooms", "furniture"]) {
      assert(Array.isArray(first.plan[key]), key);
      assert.equal(third.plan[key], first.plan[key], key);
    }
    assert.equal(first.plan["number"], 1, "what was told stays as it was");
    assert.equal(fallbacks(), 0);
  },
);

test(
  "API-12: following goes on after the service was away, until it is ended",
  bounded,
  async (t) => {
    const port = await portToKeep();
    const before = await startTestService(t, { config: { port } });
    const { client, told, end, revisions } = await following(t, before.url, before.admin);
    await client.save({ note: 1 });
    await until(() => told.length === 2);
    await before.stop();
    const after = await startTestService(t, { config: { port }, again: before });
    const peer = await Peer.login(t, after.port, after.admin);
    await until(() => told.length === 3);
    await peer.save({ note: 2 });
    await until(() => told.length === 4);
    assert.deepEqual(revisions(), [0, 1, 1, 2]);
    assert.equal(told[2]?.changes, undefined);
    await end();
    await peer.save({ note: 3 });
    assert.equal((await client.getPlan()).rev, 3);
    assert.deepEqual(revisions(), [0, 1, 1, 2]);
  },
);

test(
  "API-13: a client never says which revision it has, so that after a restore it gets the plan that has its number now",
  bounded,
  async (t) => {
    const home = await startDouble(t);
    const plans = [
      { rev: 5, note: "before" },
      { rev: 5, note: "restored" },
    ];
    home.answer("floorplan/plan/follow", ({ send, afterwards }) => {
      const plan = plans.shift();
      afterwards(() => send({ rev: 5, plan }));
      return { result: null };
    });
    const { told } = await following(t, home.url, home.user.accessToken);
    await until(() => told.length === 1);
    await home.restart();
    await until(() => told.length === 2);
    assert.deepEqual(
      told.map(({ plan }) => plan["note"]),
      ["before", "restored"],
    );
    const fields = home.of("floorplan/plan/follow").map(({ message }) => Object.keys(message));
    assert.deepEqual(fields, [
      ["type", "id"],
      ["type", "id"],
    ]);
  },
);

for (const [what, again, eventOf] of [
  ["follow", "after another one", (note: string) => ({ rev: 5, plan: { rev: 5, note } })],
  ["subscribePlan", "after ten seconds", (note: string) => ({ rev: 5, note })],
] as const)
  test(
    `API-13: where the service refused ${what} after a reconnect it goes on ${again}, and nothing is thrown`,
    bounded,
    async (t) => {
      const home = await startDouble(t);
      const type = `floorplan/plan/${what === "follow" ? "follow" : "subscribe"}`;
      home.answer(type, ({ send, afterwards }) => {
        afterwards(() => send(eventOf("before")));
        return { result: null };
      });
      const client = await connect(home.url, home.user.accessToken);
      t.after(() => client.close());
      const notes: unknown[] = [];
      await client[what](({ note }: Plan) => void notes.push(note));
      await until(() => notes.length === 1);
      const isRefused = refuseOnce(home, type, eventOf);
      await home.restart();
      await until(isRefused);
      if (again === "after another one") await home.restart();
      await until(() => notes.length === 2);
      assert.deepEqual(notes, ["before", "after a refusal"]);
    },
  );

test("API-13: what is refused at once rejects, and is not asked for again", bounded, async (t) => {
  const home = await startDouble(t);
  const client = await connect(home.url, home.user.accessToken);
  t.after(() => client.close());
  const type = "floorplan/plan/subscribe";
  refuseOnce(home, type, () => ({}));
  await assert.rejects(
    client.subscribePlan(() => undefined),
    { name: "FloorplanError", code: "too_many_subscriptions" },
  );
  const ready = new Promise<void>((resolve) =>
    client.connection.addEventListener("ready", () => resolve()),
  );
  await home.restart();
  await ready;
  await client.connection.sendMessagePromise({ type: "get_states" });
  assert.equal(home.of(type).length, 1);
});

const step = (from: number, rev: number, ...changes: readonly object[]): object => ({
  rev,
  from,
  changes: [{ op: "replace", path: "/rev", value: rev }, ...changes],
});

const wrong: readonly (readonly [what: string, event: object])[] = [
  ["changes of another revision", step(6, 8)],
  ["changes that were made already", step(6, 7)],
  ["a change without a place", step(7, 8, { op: "replace", path: "/none", value: 1 })],
  ["a removal without a place", step(7, 8, { op: "remove", path: "/rooms/0" })],
  ["a failed test", step(7, 8, { op: "test", path: "/note", value: "other" })],
  ["changes that lead to another revision", { rev: 8, from: 7, changes: [] }],
  ["no list", { rev: 8, from: 7, changes: {} }],
  ["a plan with another number", { rev: 8, plan: { rev: 9, note: "wrong" } }],
  ["a plan that is none", { rev: 8, plan: [] }],
  ["nothing", {}],
];

test(
  "API-13: an event that does not continue the plan is never shown: the client ends that subscription and follows from the whole plan",
  bounded,
  async (t) => {
    const home = await startDouble(t);
    for (const [what, event] of wrong) {
      let tries = 0;
      home.answer("floorplan/plan/follow", ({ send, keep, afterwards }) => {
        tries += 1;
        const events =
          tries === 1
            ? [
                { rev: 7, plan: { rev: 7, note: "right", rooms: [] } },
                event,
                step(8, 9, { op: "add", path: "/note", value: "after a wrong one" }),
              ]
            : [{ rev: 9, plan: { rev: 9, note: "right again" } }];
        keep(() => undefined);
        afterwards(() => events.forEach(send));
        return { result: null };
      });
      const { client, told, revisions } = await following(t, home.url, home.user.accessToken);
      await until(() => told.length >= 2);
      assert.deepEqual(
        told.map(({ plan }) => plan["note"]),
        ["right", "right again"],
        what,
      );
      assert.deepEqual([revisions(), tries], [[7, 9], 2], what);
      await until(() => home.subscriptions() === 1);
      client.close();
      await until(() => home.connections() === 0);
    }
  },
);

test(
  "ADDRESS-5, API-13: a follower shows no plan older than that of another node, nor what changes made of that",
  bounded,
  async (t) => {
    const home = await startDouble(t);
    const port = (): number => Number(new URL(home.url).port);
    const a = await openTcpRelay(t, port);
    const b = await openTcpRelay(t, port);
    const tries = [
      [{ rev: 7, plan: { rev: 7 } }],
      [{ rev: 5, plan: { rev: 5 } }, step(5, 6), step(6, 8)],
      [{ rev: 8, plan: { rev: 8 } }],
    ];
    home.answer("floorplan/plan/follow", ({ send, afterwards }) => {
      const events = tries.shift() ?? [];
      afterwards(() => events.forEach(send));
      return { result: null };
    });
    const { client, told, revisions } = await following(
      t,
      `${a.url},${b.url}`,
      home.owner.accessToken,
    );
    await until(() => told.length === 1);
    a.kill();
    await until(() => told.length === 2);
    assert.equal(client.nodes.now, b.url);
    assert.deepEqual(revisions(), [7, 8]);
    assert.equal(told[1]?.changes, undefined);
  },
);

test(
  "API-15: where there are no changes to follow, each plan comes whole, also after a reconnect, and one remark",
  bounded,
  async (t) => {
    const home = await startDouble(t);
    const original = installFnsFloorplan(home);
    const { told, end, revisions, fallbacks } = await following(
      t,
      home.url,
      home.owner.accessToken,
    );
    await until(() => told.length === 1);
    original.save({ note: 1 });
    await until(() => told.length === 2);
    await home.restart();
    await until(() => told.length === 3);
    original.save({ note: 2 });
    await until(() => told.length === 4);
    assert.deepEqual(revisions(), [0, 1, 1, 2]);
    assert(told.every(({ changes }) => changes === undefined));
    assert.deepEqual(told[3]?.plan, { rev: 2, note: 2 });
    assert.equal(fallbacks(), 1);
    await end();
    assert.equal(home.subscriptions(), 0);
  },
);

test(
  "API-15: a service that was replaced by an older one is followed by whole plans, and the other way round",
  bounded,
  async (t) => {
    const home = await startDouble(t);
    const original = installFnsFloorplan(home);
    home.answer("floorplan/plan/follow", ({ send, afterwards }) => {
      afterwards(() => send({ rev: 1, plan: { rev: 1, note: "followed" } }));
      return { result: null };
    });
    const { told } = await following(t, home.url, home.owner.accessToken);
    await until(() => told.length === 1);
    home.answer("floorplan/plan/follow");
    original.save({ note: "subscribed" });
    await home.restart();
    await until(() => told.length === 2);
    assert.deepEqual(
      told.map(({ plan }) => plan["note"]),
      ["followed", "subscribed"],
    );
  },
);

test(
  "API-15: what neither can be followed nor subscribed to rejects with the code",
  bounded,
  async (t) => {
    const home = await startDouble(t);
    const client: FloorplanClient = await connect(home.url, home.owner.accessToken);
    t.after(() => client.close());
    const onFallback = (): void => assert.fail("nothing is sent at all");
    const ignore = (): void => undefined;
    await assert.rejects(client.follow(ignore, { onFallback }), { code: "unknown_command" });
    home.answer("floorplan/plan/follow", () => ({
      error: { code: "too_many_subscriptions", message: "at most 3" },
    }));
    await assert.rejects(client.follow(ignore), {
      name: "FloorplanError",
      code: "too_many_subscriptions",
    });
  },
);
