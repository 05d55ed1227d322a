import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { randomCases, scaled } from "../../campaign/scale.ts";
import { Peer } from "../../support/peer.ts";
import { numberedPlan } from "../../support/plans.ts";
import { type Random, randomOf, seededRandom } from "../../support/random.ts";
import { startTestService, type TestService } from "../../support/service.ts";
import { deflateOffer } from "../deflated.ts";
import { RawPeer } from "../raw-peer.ts";
import { countReplies, repliesTo } from "./answers.ts";
import { hostileJson } from "./hostile-messages.ts";
import { brokenBytes, brokenRequest, compressedViolation, violation } from "./random-violations.ts";

const sendText = (peer: Peer, random: Random, bytes: Buffer): void => {
  const cut = random.below(8) === 0 ? random.below(bytes.length + 1) : bytes.length;
  if (cut < bytes.length) peer.ws.send(bytes.subarray(0, cut), { binary: false, fin: false });
  peer.ws.send(bytes.subarray(cut < bytes.length ? cut : 0), { binary: false });
};

/** Sends hostile messages on authenticated connections, one after another. */
const attackAsUser = async (
  t: TestContext,
  port: number,
  token: string,
  random: Random,
  total: number,
) => {
  for (let sent = 0; sent < total;) {
    const perMessageDeflate = random.below(2) === 0 && { threshold: 0 };
    const peer = await Peer.login(t, port, token, { perMessageDeflate });
    let expected = 0;
    for (let left = 20 + random.below(100); left > 0; left -= 1) {
      const bytes = Buffer.from(hostileJson(random, sent));
      const replies = repliesTo(bytes);
      assert(replies !== undefined, "a hostile message is JSON");
      expected += replies;
      sent += 1;
      sendText(peer, random, bytes);
    }
    assert.equal(await countReplies(peer), expected, "every command has a reply");
    // The last frame is mostly one that ends the connection.
    const last = brokenBytes(random, hostileJson(random, sent));
    const binary = random.below(5) === 0;
    const replies = binary ? undefined : repliesTo(last);
    sent += 1;
    peer.ws.send(last, { binary });
    if (replies !== undefined) {
      assert.equal(await countReplies(peer), replies);
      peer.ws.close();
    }
    const { code } = await peer.closed;
    assert.equal(code, replies !== undefined ? 1005 : binary ? 1003 : 1007);
  }
};

/** Sends one hostile message per connection instead of a token. */
const attackAsStranger = async (t: TestContext, port: number, random: Random, total: number) => {
  for (let sent = 0; sent < total; sent += 1) {
    const peer = await Peer.open(t, port);
    const text =
      random.below(3) === 0
        ? JSON.stringify({ type: "auth", access_token: random.pick(["", "x", "é".repeat(500)]) })
        : hostileJson(random, sent);
    const binary = random.below(5) === 0;
    peer.ws.send(random.below(2) === 0 ? brokenBytes(random, text) : Buffer.from(text), { binary });
    const { code } = await peer.closed;
    assert(code === 1008 || code === (binary ? 1003 : 1007), String(code));
    assert(!peer.received.some(({ type }) => type === "auth_ok"));
  }
};

/** Sends what is no websocket, and what is no HTTP. */
const vandalize = async (
  t: TestContext,
  { port, viewer }: TestService,
  random: Random,
  total: number,
) => {
  for (let sent = 0; sent < total; sent += 1) {
    if (random.below(2) === 0) {
      const isDeflating = random.below(2) === 0;
      const options = isDeflating ? { headers: [deflateOffer] } : {};
      const peer =
        random.below(2) === 0
          ? await RawPeer.login(t, port, viewer, options)
          : await RawPeer.upgraded(t, port, options);
      peer.write(isDeflating ? compressedViolation(random) : violation(random));
      const code = await peer.closeCode();
      // 1000 echoes a close whose reason is no UTF-8: the reason is nobody's here.
      // 1008 where a head says that more will come than a stranger may send.
      const codes = [1000, 1002, 1007, 1008, 1009, ...(isDeflating ? [1003] : [])];
      assert(codes.includes(code ?? 0), String(code));
      peer.leave();
    } else {
      const peer = await RawPeer.connect(t, port);
      peer.write(brokenRequest(random));
      peer.socket.end();
      await peer.gone;
    }
  }
};

/** Saves one plan after another until it is told to stop, and tells which revision each became. */
const edit = async (editor: Peer, isOver: () => boolean): Promise<ReadonlyMap<number, number>> => {
  const saved = new Map<number, number>();
  for (let number = 1; !isOver() || number < 10; number += 1)
    saved.set(await editor.save({ ...numberedPlan(number), editor: true }), number);
  return saved;
};

const hostile = randomCases(1_600, 100_000);

test(
  `CHAN-27: ${hostile} hostile messages end in replies or closes, and no save beside them is lost`,
  { timeout: scaled(100_000, 900_000) },
  async (t) => {
    const { seed } = seededRandom(t);
    const config = { loginDelayMs: 0, loginFailures: 1_000_000, viewerCommands: 1_000_000 };
    const service = await startTestService(t, { config });
    const { port, admin, viewer, log } = service;
    const watcher = await Peer.login(t, port, viewer);
    await watcher.result("floorplan/plan/subscribe");
    let isOver = false;
    const editing = edit(await Peer.login(t, port, admin), () => isOver);
    // Each has a source of its own, so that a seed repeats what each of them sends.
    await Promise.all([
      attackAsUser(t, port, admin, randomOf(seed), 0.2425 * hostile),
      attackAsUser(t, port, admin, randomOf(seed + 1), 0.2425 * hostile),
      attackAsUser(t, port, viewer, randomOf(seed + 2), 0.2425 * hostile),
      attackAsUser(t, port, viewer, randomOf(seed + 3), 0.2425 * hostile),
      attackAsStranger(t, port, randomOf(seed + 4), 0.02 * hostile),
      vandalize(t, service, randomOf(seed + 5), 0.01 * hostile),
    ]);
    isOver = true;
    const saved = await editing;
    // The service answers, and no bug was logged.
    const last = Peer.login(t, port, admin);
    const rev = await (await last).save({ last: true });
    assert.deepEqual(
      log.filter(({ level }) => Number(level) >= 50),
      [],
    );
    // The watcher got every revision once, and each of the editor's as it was saved.
    const plans: unknown[] = [];
    for (let next = 0; next <= rev; next += 1) plans.push(await watcher.nextEvent());
    for (const [at, plan] of plans.entries()) {
      if (at === 0) assert.deepEqual(plan, {});
      else assert(typeof plan === "object" && plan !== null && "rev" in plan && plan.rev === at);
      const number = saved.get(at);
      if (number !== undefined)
        assert.deepEqual(plan, { rev: at, ...numberedPlan(number), editor: true });
    }
    assert(saved.size >= 10);
    await service.stop();
    const again = await startTestService(t, { again: service });
    const reader = await Peer.login(t, again.port, viewer);
    assert.deepEqual(await reader.result("floorplan/plan/get"), { rev, last: true });
    t.diagnostic(`${saved.size} of ${rev} revisions are the editor's`);
  },
);
