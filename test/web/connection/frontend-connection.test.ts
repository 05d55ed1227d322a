import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { isLeft } from "fp-ts/lib/Either.js";
import {
  type Auth,
  type Connection,
  createConnection,
  createLongLivedTokenAuth,
} from "home-assistant-js-websocket";
import { WebSocket } from "ws";
import { EditingClient } from "../../../src/web/connection/editing-client.ts";
import { routeThroughFrontend } from "../../../src/web/connection/channel-client.ts";
import { bounded } from "../../support/timeouts.ts";
import { startDouble } from "../../support/double-home-assistant.ts";
import { installFnsFloorplan } from "../../support/fns-floorplan.ts";
import { Peer } from "../../support/peer.ts";
import { startTestService, type TestService } from "../../support/service.ts";

/** What Home Assistant's page gives its cards, over the library that it uses itself. */
const openHass = async (
  t: TestContext,
  { url, admin }: Pick<TestService, "url" | "admin">,
): Promise<{ readonly auth: Auth; readonly connection: Connection }> => {
  // The library asks for the browser's, which Node.js 20 does not have.
  Object.assign(globalThis, { WebSocket });
  const auth = createLongLivedTokenAuth(url, admin);
  const connection = await createConnection({ auth });
  t.after(() => connection.close());
  return { auth, connection };
};

/** Keeps what a subscription tells, and waits for it. */
class Heard {
  readonly all: string[] = [];
  #wake = (): void => undefined;

  readonly take = (what: string): void => {
    this.all.push(what);
    this.#wake();
  };

  /** Waits until as much was told. */
  async until(count: number): Promise<readonly string[]> {
    while (this.all.length < count)
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    return this.all;
  }
}

test(
  "CARD-4, PAGE-17: over Home Assistant's own connection the plan is followed, also after it was lost",
  bounded,
  async (t) => {
    const service = await startTestService(t);
    const hass = await openHass(t, service);
    const peer = await Peer.login(t, service.port, service.admin);
    const client = new EditingClient(...routeThroughFrontend(hass));
    const heard = new Heard();
    const end = client.subscribe(
      (plan) => heard.take(`rev ${JSON.stringify(plan["rev"] ?? 0)}`),
      (state) => heard.take(typeof state === "string" ? state : state.refused.code),
    );
    assert.deepEqual(await heard.until(2), ["rev 0", "live"]);
    await peer.save({ rooms: [{ id: "hall" }] });
    await heard.until(3);
    hass.connection.reconnect(true);
    await heard.until(6);
    await peer.save({ rooms: [{ id: "attic" }] });
    await heard.until(7);
    const again = ["away", "rev 1", "live", "rev 2"];
    assert.deepEqual(heard.all, ["rev 0", "live", "rev 1", ...again]);
    end();
    client.close();
    // Sent after the unsubscription over the same connection, which is still Home Assistant's.
    const saved = await new EditingClient(...routeThroughFrontend(hass)).save({ rooms: [] }, 2);
    assert.deepEqual(saved, { _tag: "Right", right: 3 });
    assert.equal(heard.all.length, 7, "who has left hears nothing more");
  },
);

test(
  "PAGE-34: with Home Assistant's integration, which knows neither `plan/follow` nor `plan/change`, plans are followed and saved whole",
  bounded,
  async (t) => {
    const home = await startDouble(t);
    const original = installFnsFloorplan(home);
    const hass = await openHass(t, { url: home.url, admin: home.owner.accessToken });
    const client = new EditingClient(...routeThroughFrontend(hass));
    const heard = new Heard();
    t.after(
      client.subscribe(
        (plan) => heard.take(JSON.stringify(plan)),
        (state) => heard.take(typeof state === "string" ? state : state.refused.code),
      ),
    );
    await heard.until(2);
    const note = "long ".repeat(100);
    const conflict = { code: "conflict", message: "the stored revision is 1" };
    assert.deepEqual(await client.save({ note, rooms: [] }, 0), { _tag: "Right", right: 1 });
    assert.deepEqual(await client.save({ note }, 0), { _tag: "Left", left: conflict });
    original.save({ note, rooms: [{ id: "hall" }] });
    await heard.until(4);
    assert.deepEqual(await client.save({ note, rooms: [{ id: "attic" }] }, 2), {
      _tag: "Right",
      right: 3,
    });
    const plans = [[], [{ id: "hall" }], [{ id: "attic" }]].map((rooms, at) =>
      JSON.stringify({ note, rooms, rev: at + 1 }),
    );
    assert.deepEqual(await heard.until(5), ["{}", "live", ...plans]);
    hass.connection.reconnect(true);
    await heard.until(8);
    assert.deepEqual(heard.all.slice(5), ["away", plans[2], "live"]);
    assert.equal(home.of("floorplan/plan/follow").length, 2, "once on each connection");
    assert.equal(home.of("floorplan/plan/change").length, 0);
  },
);

test(
  "PAGE-28: a connection that is lost again and again leaves no listeners behind",
  bounded,
  async (t) => {
    const service = await startTestService(t);
    const hass = await openHass(t, service);
    const client = new EditingClient(...routeThroughFrontend(hass));
    const heard = new Heard();
    const listening = t.mock.method(AbortSignal.prototype, "addEventListener");
    const end = client.subscribe(
      () => heard.take("plan"),
      () => undefined,
    );
    await heard.until(1);
    const before = listening.mock.callCount();
    const listeners = [...hass.connection.eventListeners.values()].flat().length;
    for (let time = 2; time <= 6; time += 1) {
      hass.connection.reconnect(true);
      await heard.until(time);
    }
    assert.equal(listening.mock.callCount(), before);
    assert.equal([...hass.connection.eventListeners.values()].flat().length, listeners);
    end();
  },
);

test(
  "PAGE-15: an answer without what was asked for is a problem, and is not taken for an empty plan",
  bounded,
  async (t) => {
    const service = await startTestService(t);
    const { auth, connection } = await openHass(t, service);
    connection.sendMessagePromise = () => Promise.resolve(JSON.parse('"?"'));
    const client = new EditingClient(...routeThroughFrontend({ auth, connection }));
    const answers = await Promise.all([
      client.user(),
      client.save({}),
      client.history(),
      client.revision(1),
      client.parseYaml("a: 1"),
      client.dumpYaml({}),
    ]);
    for (const answer of answers) {
      assert(isLeft(answer));
      assert.equal(answer.left.code, "unexpected_answer");
    }
  },
);
