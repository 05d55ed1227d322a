import assert from "node:assert/strict";
import { test } from "node:test";
import { Viewers } from "../../../src/server/websocket/limits.ts";
import type { User } from "../../../src/auth/user.ts";
import { bounded } from "../../support/timeouts.ts";
import { Peer } from "../../support/peer.ts";
import { newUser, startTestService } from "../../support/service.ts";

const viewerNamed = (id: string): User => ({
  id,
  name: id,
  admin: false,
  owner: false,
  control: false,
});

const limits = { viewerCommands: 1_000_000, viewerBytes: 100, viewerOutboxBytes: 100 };

test("CHAN-43: of users who are gone nothing is known once what they did has had its time", () => {
  const viewers = new Viewers(limits);
  for (let user = 0; user < 1000; user += 1) {
    const viewer = viewers.enter(viewerNamed(`guest ${user}`));
    // What is let through while the service stops has had its time at once.
    viewer?.rate.lift();
    assert.equal(viewer?.rate.next(), undefined);
    viewer?.leave();
  }
  assert.equal(viewers.size, 1);
});

test("CHAN-43: who comes back before that is no other user", () => {
  const viewers = new Viewers({ ...limits, viewerCommands: 1 });
  const first = viewers.enter(viewerNamed("guest"));
  assert.equal(first?.rate.next(), undefined);
  first?.leave();
  const again = viewers.enter(viewerNamed("guest"));
  assert.notEqual(again?.rate.next(), undefined, "a second's worth was used already");
  viewers.liftRates();
});

test("CHAN-43: bytes are counted for all connections of a user, until each is let go once", () => {
  const viewers = new Viewers(limits);
  const [one, other] = [viewers.enter(viewerNamed("a")), viewers.enter(viewerNamed("a"))];
  const letGo = one?.keep(60);
  assert(letGo !== undefined);
  assert.equal(other?.keep(60), undefined);
  letGo();
  letGo();
  assert(other?.keep(60) !== undefined);
  assert.equal(one?.keep(60), undefined);
  assert(
    viewers.enter(viewerNamed("b"))?.keep(60) !== undefined,
    "another user has bytes of their own",
  );
});

test(
  "CHAN-42: a user who may not save has viewer-connections connections at most, and others have theirs",
  bounded,
  async (t) => {
    const config = { viewerConnections: 2 };
    const { port, url, data, admin, viewer } = await startTestService(t, { config });
    const other = await newUser(data, "hall", false);
    const first = await Peer.login(t, port, viewer);
    await Peer.login(t, port, viewer);
    const third = await Peer.open(t, port);
    third.send({ type: "auth", access_token: viewer });
    assert.deepEqual(await third.closed, {
      code: 1013,
      reason: "--viewer-connections: a user who may not save has 2 at most",
    });
    const response = await fetch(`${url}/metrics`, {
      headers: { Authorization: `Bearer ${viewer}` },
    });
    assert.equal(response.status, 503);
    for (const token of [other, admin, admin, admin]) await Peer.login(t, port, token);
    first.ws.close();
    await first.closed;
    let peer: Peer | undefined;
    // The service may learn a turn later than the peer that it has left.
    while (peer === undefined) peer = await Peer.login(t, port, viewer).catch(() => undefined);
  },
);
