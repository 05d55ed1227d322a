import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { after, test, type TestContext } from "node:test";
import { writeDelayMs } from "../../../src/auth/last-uses.ts";
import { inCluster } from "../../support/timeouts.ts";
import { DayClock } from "../../support/day-clock.ts";
import { sharedEtcd } from "../../support/etcd.ts";
import { eventually } from "../../support/polling.ts";
import { makeLink, openLink, tokenOf } from "../../support/access-links.ts";
import { Peer } from "../../support/peer.ts";
import { mayUse } from "../../support/programs.ts";
import { newHome } from "./test-home.ts";
import { startServedNode } from "./served-node.ts";

const shared = sharedEtcd(after);
const hourMs = 3_600_000;
const patienceMs = 20_000;

/** Two nodes of a new home, each with a clock of its own; the first has made the administrator's token, and put it into a file. */
const twoNodes = async (t: TestContext) => {
  const { domain } = newHome();
  const config = { cluster: (await shared()).urls.join(","), domain, loginFailures: 100 };
  const clocks = [new DayClock(), new DayClock()] as const;
  const one = await startServedNode(t, config, { clock: clocks[0], keepsFirstToken: true });
  const other = await startServedNode(t, config, { clock: clocks[1], keepsFirstToken: true });
  const { firstToken: admin, firstTokenFile: file = "" } = one;
  return { domain, one, other, clocks, admin, file };
};

test(
  "GUEST-2, GUEST-7, GUEST-13: a token that is made at one node ends at every node, by the clock that is first, and is revoked at all",
  inCluster,
  async (t) => {
    if (!mayUse(t, "etcd")) return;
    const { domain, one, other, clocks, admin } = await twoNodes(t);
    const desk = await Peer.login(t, one.port, admin);
    const make = async (fields: Readonly<Record<string, string>>): Promise<string> =>
      Object(await desk.result(`${domain}/tokens/create`, fields)).token;
    const [guest, lasting] = [
      await make({ name: "guest", expires: "1h" }),
      await make({ name: "lasting" }),
    ];
    const here = await Peer.login(t, one.port, guest);
    const there = await Peer.login(t, other.port, guest);
    const stays = await Peer.login(t, other.port, lasting);
    const ended = { code: 1008, reason: "the access token has ended" };
    clocks[0].pass(hourMs);
    assert.deepEqual(await here.closed, ended);
    assert.deepEqual(await there.closed, ended, "though the clock there is behind");
    clocks[0].set(clocks[0].now() - hourMs);
    for (const { port } of [one, other]) {
      const refused = await Peer.open(t, port);
      refused.send({ type: "auth", access_token: guest });
      await refused.closed;
      assert.equal(refused.received.at(-1)?.["message"], "the token has ended");
    }
    await stays.result(`${domain}/plan/get`);
    await desk.result(`${domain}/tokens/revoke`, { name: "lasting" });
    assert.equal((await stays.closed).reason, "the access token was revoked");
  },
);

test(
  "GUEST-6, GUEST-12: a use at one node is known at the others some minutes later, where the file of the first token goes by it",
  inCluster,
  async (t) => {
    if (!mayUse(t, "etcd")) return;
    const { domain, one, other, clocks, admin, file } = await twoNodes(t);
    assert.equal(other.firstTokenFile, undefined, "another node makes none");
    assert(existsSync(file));
    const usedAt = clocks[1].now();
    const desk = await Peer.login(t, other.port, admin);
    const { token } = Object(await desk.result(`${domain}/tokens/create`, { name: "wall" }));
    const wall = await Peer.login(t, other.port, token);
    wall.ws.terminate();
    await wall.closed;
    assert(existsSync(file), "nobody at the first node knows of it yet");
    clocks[1].pass(writeDelayMs);
    await eventually(
      async () => (existsSync(file) ? { not: "the file is there" } : { seen: true }),
      patienceMs,
    );
    const beside = await Peer.login(t, one.port, admin);
    const used = await eventually(async () => {
      const tokens = await beside.result(`${domain}/tokens/list`);
      assert(Array.isArray(tokens));
      const at = tokens.find(({ name }) => name === "wall")?.last_used_at;
      return typeof at === "string" ? { seen: at } : { not: "no use is known" };
    }, patienceMs);
    assert.equal(Date.parse(used), usedAt);
  },
);

test(
  "GUEST-16, GUEST-17: a link is opened at any node; of browsers at several at once one gets the token, and is told it again at any",
  inCluster,
  async (t) => {
    if (!mayUse(t, "etcd")) return;
    const { domain, one, other, admin } = await twoNodes(t);
    const desk = await Peer.login(t, one.port, admin);
    for (let round = 0; round < 5; round += 1) {
      const code = await makeLink(desk, `Guest ${round}`, {}, domain);
      const browsers = Array.from({ length: 4 }, (_, number) => `${number}`.repeat(22));
      const answers = await Promise.all(
        browsers.map((nonce, number) => openLink(number % 2 === 0 ? one : other, code, nonce)),
      );
      const winner = answers.findIndex(([status]) => status === 200);
      const [, token = ""] = answers[winner] ?? [];
      assert.deepEqual(
        answers.flatMap(([, said], number) => (number === winner ? [] : [said])),
        ["used", "used", "used"],
        JSON.stringify(answers),
      );
      for (const node of [one, other]) {
        assert.equal(await tokenOf(node, code, browsers[winner]), token);
        await Peer.login(t, node.port, token);
      }
    }
  },
);
