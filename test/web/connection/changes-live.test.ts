import assert from "node:assert/strict";
import { test } from "node:test";
import library, { type Operation } from "fast-json-patch";
import { isRight } from "fp-ts/lib/Either.js";
import { createConnection, createLongLivedTokenAuth } from "home-assistant-js-websocket";
import { WebSocket } from "ws";
import { anyObject } from "../../../src/model/codec.ts";
import type { PlanData } from "../../../src/model/elements/entities.ts";
import type { JsonObject } from "../../../src/model/json.ts";
import { routeThroughFrontend } from "../../../src/web/connection/channel-client.ts";
import { EditingClient } from "../../../src/web/connection/editing-client.ts";
import { randomCases } from "../../campaign/scale.ts";
import { bytesOf, Peer } from "../../support/peer.ts";
import { seededRandom } from "../../support/random.ts";
import { startTestService } from "../../support/service.ts";
import { inBrowser, until } from "../../support/timeouts.ts";
import { randomEdits, randomPlan } from "./random-edits.ts";

/** What makes a plan so long that most changes of it are shorter. */
const note = "long ".repeat(1000);

const textOf = (plan: unknown): string => {
  assert(anyObject.is(plan));
  const { rev: _rev, ...content } = plan;
  return JSON.stringify(content);
};

/** The plan of a follower that another library keeps. */
const keep = (peer: Peer): (() => unknown) => {
  let plan: unknown;
  peer.ws.on("message", (data) => {
    const { type, event }: { type: string; event: unknown } = JSON.parse(bytesOf(data).toString());
    if (type !== "event" || !anyObject.is(event)) return;
    if (event["plan"] !== undefined) return void (plan = event["plan"]);
    const changes: readonly Operation[] = JSON.parse(JSON.stringify(event["changes"]));
    const copy = structuredClone(plan);
    plan = library.applyPatch(copy, changes, true, true, false).newDocument;
  });
  return () => plan;
};

test(
  "SESS-17, PAGE-33: random edits are stored exactly as they are saved, and everybody has them",
  inBrowser,
  async (t) => {
    const random = seededRandom(t);
    const service = await startTestService(t);
    const peer = await Peer.login(t, service.port, service.admin);
    const watcher = await Peer.login(t, service.port, service.admin);
    const kept = keep(watcher);
    // The library asks for the browser's, which Node.js 20 does not have.
    Object.assign(globalThis, { WebSocket });
    const auth = createLongLivedTokenAuth(service.url, service.admin);
    const connection = await createConnection({ auth });
    t.after(() => connection.close());
    const sending = t.mock.method(connection, "sendMessagePromise");
    const client = new EditingClient(...routeThroughFrontend({ auth, connection }));
    let shown: PlanData | undefined;
    t.after(
      client.subscribe(
        (plan) => (shown = plan),
        () => undefined,
      ),
    );
    await watcher.result("floorplan/plan/follow");
    await until(() => shown !== undefined);
    let wanted: JsonObject = { note, ...randomPlan(random) };
    const cases = randomCases(60, 3000);
    for (let rev = 0; rev < cases; rev += 1) {
      const saved = await client.save(wanted, rev);
      assert(isRight(saved), JSON.stringify(saved));
      await until(() => shown?.["rev"] === rev + 1);
      const stored = await peer.result("floorplan/plan/get");
      for (const found of [stored, shown, kept()]) assert.equal(textOf(found), textOf(wanted));
      wanted = { ...randomEdits(random, shown ?? {}), note };
    }
    const types = sending.mock.calls.map(({ arguments: [{ type }] }) => type);
    const changes = types.filter((type) => type === "floorplan/plan/change").length;
    assert(changes > cases / 3 && changes < cases, `${changes} of ${cases} by changes`);
  },
);
