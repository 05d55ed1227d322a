import assert from "node:assert/strict";
import { test } from "node:test";
import { isLeft, right } from "fp-ts/lib/Either.js";
import * as TE from "fp-ts/lib/TaskEither.js";
import * as t from "io-ts";
import { strictObject } from "../../../src/model/codec.ts";
import {
  type Answer,
  type Call,
  command,
  coreCommands,
  value,
} from "../../../src/server/websocket/command.ts";
import { bounded, until } from "../../support/timeouts.ts";
import { Peer } from "../../support/peer.ts";
import { numberedPlan } from "../../support/plans.ts";
import { type LogLine, startTestService } from "../../support/service.ts";
import { assertNamesConnection, lineAbout, linesAbout, timesIn } from "../log-lines.ts";
import { startSmallHost } from "../small-host.ts";

const subscribe = "floorplan/plan/subscribe";
const none = strictObject({}, {});
const about = { summary: "is tried", result: t.unknown, errors: [] };

/** A command without fields. */
const simple = (type: string, run: (call: Call) => Promise<Answer>) =>
  command({
    type,
    admin: false,
    about,
    fields: none,
    run: (_fields, call) => async () => right(await run(call)),
  });

test(
  "CHAN-17: a command starts when the one before it is done, in one frame and across frames",
  bounded,
  async (ctx) => {
    const steps: string[] = [];
    let finish: (() => void) | undefined;
    const slow = simple("slow", async () => {
      steps.push("slow starts");
      await new Promise<void>((resolve) => {
        finish = resolve;
      });
      steps.push("slow ends");
      return value(1);
    });
    const quick = simple("quick", () => {
      steps.push("quick");
      return Promise.resolve(value(2));
    });
    const { port } = await startSmallHost(ctx, [slow, quick, ...coreCommands]);
    const peer = await Peer.login(ctx, port, "any");
    const other = await Peer.login(ctx, port, "any");
    peer.send([
      { id: 1, type: "slow" },
      { id: 2, type: "quick" },
    ]);
    peer.send({ id: 3, type: "quick" });
    // The other connection goes on meanwhile, which is time enough for a quick one to overtake.
    for (let count = 0; count < 10; count += 1) await other.command("ping");
    assert.deepEqual(steps, ["slow starts"]);
    finish?.();
    const ids = [await peer.next(), await peer.next(), await peer.next()].map(({ id }) => id);
    assert.deepEqual(ids, [1, 2, 3]);
    assert.deepEqual(steps, ["slow starts", "slow ends", "quick", "quick"]);
  },
);

test(
  "CHAN-17: replies come in the order of the requests, however long each takes",
  bounded,
  async (ctx) => {
    const { port, admin } = await startTestService(ctx);
    const peer = await Peer.login(ctx, port, admin);
    const text = "- [a, b, c]\n".repeat(2000);
    const commands = [
      { type: "floorplan/yaml/parse", text },
      { type: "ping" },
      { type: "floorplan/plan/save", plan: numberedPlan(1) },
      { type: "nothing" },
      { type: "floorplan/plan/get" },
      { type: "floorplan/yaml/dump", data: [1] },
      { type: "ping" },
    ];
    for (const [position, fields] of commands.entries()) peer.send({ id: position + 1, ...fields });
    for (const [position, { type }] of commands.entries())
      assert.equal((await peer.next())["id"], position + 1, type);
  },
);

const faults = {
  "throws at once": command({
    type: "faulty",
    admin: false,
    about,
    fields: none,
    run: () => {
      throw new Error("a fault");
    },
  }),
  "rejects later": simple("faulty", () => Promise.reject(new Error("a fault"))),
  "throws while its fields are checked": command({
    type: "faulty",
    admin: false,
    about,
    fields: new t.Type<unknown>(
      "odd",
      (_value): _value is unknown => true,
      () => {
        throw new Error("a fault");
      },
      (any) => any,
    ),
    run: () => TE.right(value(null)),
  }),
  "has a result that is no JSON": simple("faulty", () =>
    Promise.resolve(
      value({
        toJSON: () => {
          throw new Error("a fault");
        },
      }),
    ),
  ),
} as const;

for (const [how, faulty] of Object.entries(faults)) {
  test(
    `CHAN-18: a command that ${how} is an unknown_error, and all goes on`,
    bounded,
    async (ctx) => {
      const { port, log } = await startSmallHost(ctx, [faulty, ...coreCommands]);
      const peer = await Peer.login(ctx, port, "any");
      const other = await Peer.login(ctx, port, "any");
      const error = await peer.error("faulty");
      assert.equal(error.code, "unknown_error");
      assert(!error.message.includes("a fault"), "the inside is not told to a peer");
      const line = lineAbout(log, "failed unexpectedly");
      assertNamesConnection(line, "anybody");
      assert.match(JSON.stringify(line["err"]), /a fault.*order\.test\.ts:\d+/, "with its stack");
      for (const each of [peer, other]) assert.equal((await each.command("ping"))["type"], "pong");
      assert.equal((await peer.error("faulty")).code, "unknown_error");
    },
  );
}

test(
  "OPS-14: of a command that fails again and again, for whoever sends it, each is answered, and the log has them at a bounded rate",
  bounded,
  async (ctx) => {
    const { port, log } = await startSmallHost(ctx, [faults["rejects later"]]);
    const attempts = 150;
    for (const peer of [await Peer.login(ctx, port, "any"), await Peer.login(ctx, port, "any")])
      for (let count = 0; count < attempts; count += 1)
        assert.equal((await peer.error("faulty")).code, "unknown_error");
    const lines = (): readonly LogLine[] => linesAbout(log, "failed unexpectedly");
    await until(() => timesIn(lines()) === 2 * attempts);
    assert(lines().length < 2 * attempts, `${lines().length} lines`);
  },
);

test("CHAN-25: an event that is there before the reply comes after it", bounded, async (ctx) => {
  const early = simple("early", (call) => {
    const stream = call.openStream();
    assert(!isLeft(stream));
    stream.right.emit([Buffer.from("1")]);
    stream.right.emit([Buffer.from("2")]);
    return Promise.resolve(value("announced"));
  });
  const { port } = await startSmallHost(ctx, [early]);
  const peer = await Peer.login(ctx, port, "any");
  peer.send({ id: 7, type: "early" });
  const result = { id: 7, type: "result", success: true, result: "announced" };
  assert.deepEqual(await peer.next(), result);
  assert.deepEqual(await peer.next(), { id: 7, type: "event", event: 1 });
  assert.deepEqual(await peer.next(), { id: 7, type: "event", event: 2 });
});

test(
  "CHAN-25: events carry the id of their subscription and come after its reply, amid saves",
  bounded,
  async (ctx) => {
    const { port, admin, viewer } = await startTestService(ctx);
    const editor = await Peer.login(ctx, port, admin);
    const watcher = await Peer.login(ctx, port, viewer);
    for (let id = 1; id <= 40; id += 1)
      editor.send({ id, type: "floorplan/plan/save", plan: numberedPlan(id) });
    for (let id = 1; id <= 10; id += 1) watcher.send({ id, type: subscribe });
    await editor.replyTo(40);
    // What the watcher is sent after this reply is no event of these saves.
    watcher.send({ id: 11, type: "ping" });
    await watcher.replyTo(11);
    const kinds = watcher.received.filter(({ id }) => id !== undefined && id !== 11);
    for (let id = 1; id <= 10; id += 1) {
      const own = kinds.filter((message) => message["id"] === id).map(({ type }) => type);
      assert.equal(own[0], "result", "the reply is first");
      assert(own.length > 1);
      assert(own.slice(1).every((type) => type === "event"));
    }
  },
);

test(
  "CHAN-26: one more than connection-subscriptions is too_many_subscriptions",
  bounded,
  async (ctx) => {
    const { port, viewer, admin } = await startTestService(ctx, {
      config: { connectionSubscriptions: 2 },
    });
    const peer = await Peer.login(ctx, port, viewer);
    const other = await Peer.login(ctx, port, admin);
    await peer.result(subscribe);
    await peer.result(subscribe);
    for (let count = 0; count < 3; count += 1) {
      const error = await peer.error(subscribe);
      assert.equal(error.code, "too_many_subscriptions");
      assert.match(error.message, /as connection-subscriptions allows, 2$/);
    }
    // Those that it has go on, the refused ones get nothing, and others have their own.
    await other.result(subscribe);
    const before = peer.received.length;
    await other.save(numberedPlan(1));
    await peer.command("ping");
    const events = peer.received.slice(before).filter(({ type }) => type === "event");
    assert.deepEqual(new Set(events.map(({ id }) => id)), new Set([1, 2]));
    // One that has ended makes room.
    await peer.result("unsubscribe_events", { subscription: 1 });
    await peer.result(subscribe);
  },
);
