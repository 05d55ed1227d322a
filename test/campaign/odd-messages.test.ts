import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { assertIsReply, repliesTo } from "../server/websocket/answers.ts";
import { controlling, following, plan, settled } from "../home-assistant/service-with-token.ts";
import { statesOf, compressedState } from "../home-assistant/known-states.ts";
import { until } from "../home-assistant/service-beside.ts";
import type { DoubleHomeAssistant } from "../support/double-home-assistant.ts";
import { type Message, Peer } from "../support/peer.ts";
import { type Random, randomOf, seededRandom } from "../support/random.ts";
import type { TestService } from "../support/service.ts";
import { oddObject } from "./odd-texts.ts";
import { randomCases, scaled } from "./scale.ts";

const cases = randomCases(500, 20_000);

/** Bytes of a message, whoever sends it. */
const maxBytes = 65_536;

const types = [
  "ping",
  "supported_features",
  "floorplan/plan/get",
  "floorplan/plan/save",
  "floorplan/yaml/parse",
  "floorplan/yaml/dump",
  "floorplan/history/get",
  "subscribe_entities",
  "render_template",
  "call_service",
  "get_config",
  "no/such_command",
] as const;

const fields = ["id", "type", "plan", "rev", "data", "text", "entity_ids", "target", "a"] as const;

const oddFrame = (random: Random, nextId: () => number): string => {
  const command = (): string => {
    const type = random.pick(types);
    // No plan of these is saved, since the screen looks at what the plan names.
    const guard = type === "floorplan/plan/save" ? { rev: 1_000_000 } : {};
    return oddObject(random, { id: nextId(), type, ...guard }, fields);
  };
  if (random.below(3) > 0) return command();
  return `[${Array.from({ length: 1 + random.below(3) }, command).join()}]`;
};

/** Looks at a reply. What Home Assistant says comes as it came, odd or not, to those who are its users. */
type Look = (message: Message) => void;

const assertHasId: Look = ({ id }) => assert.equal(typeof id, "number");

/** What is passed on is answered later than what is not, so that no reply tells that it was the last. */
const readReplies = async (peer: Peer, many: number, look: Look): Promise<void> => {
  for (let left = many; left > 0;) {
    const message = await peer.next();
    if (message["type"] === "event") continue;
    look(message);
    left -= 1;
  }
};

/** Logs in; again, as 1013 asks, where an odd message of Home Assistant came between it and what it says of the token. */
const logIn = async (t: TestContext, port: number, token: string): Promise<Peer> => {
  for (;;) {
    const peer = await Peer.open(t, port);
    peer.send({ type: "auth", access_token: token });
    assert.equal((await peer.next())["type"], "auth_required");
    const first = await Promise.race([peer.next().catch(() => undefined), peer.closed]);
    if (first !== undefined && "type" in first) {
      assert.equal(first["type"], "auth_ok");
      return peer;
    }
    const { code, reason } = await peer.closed;
    assert.deepEqual([code, reason], [1013, "the server that answers is not a Home Assistant"]);
  }
};

/** Sends odd frames on authenticated connections, one after another, of which each command is answered or the connection closed with a code. */
const attackAs = async (
  t: TestContext,
  { port }: TestService,
  token: string,
  random: Random,
  total: number,
  look: Look = assertIsReply,
): Promise<void> => {
  for (let sent = 0; sent < total;) {
    const peer = await logIn(t, port, token);
    let id = 0;
    let ended: readonly number[] | undefined;
    for (let left = 60; left > 0 && sent < total && ended === undefined; left -= 1, sent += 1) {
      const frame = Buffer.from(oddFrame(random, () => (id += 1)));
      const replies = repliesTo(frame);
      peer.ws.send(frame, { binary: false });
      // Whoever may not save sends no message as long as that, and is told so whatever it is.
      if (replies === undefined || frame.length > maxBytes) ended = [1007, 1009];
      else await readReplies(peer, replies, look);
    }
    if (ended !== undefined && peer.ws.readyState === peer.ws.OPEN) peer.send("{");
    else peer.ws.close();
    const { code } = await peer.closed;
    assert((ended ?? [1005]).includes(code), String(code));
  }
};

/** Sends odd frames in place of a token. */
const attackAsStranger = async (
  t: TestContext,
  { port }: TestService,
  random: Random,
  total: number,
): Promise<void> => {
  for (let sent = 0; sent < total; sent += 1) {
    const peer = await Peer.open(t, port);
    peer.send(
      oddObject(random, { type: "auth", access_token: "x" }, ["access_token", "type", "a"]),
    );
    const { code } = await peer.closed;
    assert.equal(code, 1008);
  }
};

/** Has Home Assistant send odd messages to every connection, to commands and subscriptions that there are. */
const attackFromAbove = async (
  home: DoubleHomeAssistant,
  screen: Peer,
  random: Random,
  total: number,
): Promise<void> => {
  const names = ["event", "result", "error", "success", "id", "type", "a"] as const;
  for (let sent = 0; sent < total;) {
    for (let left = 40; left > 0 && sent < total; left -= 1, sent += 1) {
      const id = 1 + random.below(6);
      const type = random.pick(["event", "result", "pong"]);
      const states = { a: { "light.hall": compressedState("on") }, c: {}, r: [] };
      const event = random.below(2) === 0 ? states : { result: 1, listeners: {} };
      home.sendText(oddObject(random, { id, type, success: true, event }, names));
    }
    // It comes back by itself, and tells the newest.
    const state = String(sent);
    home.core.setStates({ "sensor.warmth": compressedState(state) });
    await until(`the state ${state}`, () => statesOf(screen)["sensor.warmth"] === state);
  }
};

test(
  `OPS-14, CHAN-27, CHAN-40: ${cases} odd messages of everybody and of Home Assistant end nothing`,
  { timeout: scaled(100_000, 900_000) },
  async (t) => {
    const { seed } = seededRandom(t);
    const { home, service, admin } = await settled(t, undefined, {
      loginDelayMs: 0,
      loginFailures: 1_000_000,
      viewerCommands: 1_000_000,
      messageBytes: maxBytes,
      upstreamCommands: 10_000,
    });
    // No odd number is its revision.
    for (let rev = 2; rev <= 5; rev += 1) assert.equal(await admin.save(plan), rev);
    const screen = await following(t, service);
    const tablet = await controlling(t, service);
    await tablet.result("render_template", { template: "{{ 1 + 1 }}" });
    const random = (role: number): Random => randomOf(seed + role);
    await Promise.all([
      attackAs(t, service, service.admin, random(1), 0.17 * cases),
      attackAs(t, service, service.viewer, random(2), 0.17 * cases),
      attackAs(t, service, home.owner.accessToken, random(3), 0.17 * cases, assertHasId),
      attackAs(t, service, home.user.accessToken, random(4), 0.17 * cases, assertHasId),
      attackAsStranger(t, service, random(5), 0.02 * cases),
      attackFromAbove(home, screen, random(6), 0.3 * cases),
    ]);
    assert.deepEqual(
      service.log.filter(({ level }) => Number(level) >= 50),
      [],
    );
    const rev = await admin.save({ last: true });
    assert.deepEqual(await admin.result("floorplan/plan/get"), { rev, last: true });
  },
);
