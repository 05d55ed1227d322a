import assert from "node:assert/strict";
import { test } from "node:test";
import { isLeft } from "fp-ts/lib/Either.js";
import { jwtSource } from "../../src/auth/home-assistant-tokens.ts";
import { linesAbout } from "../server/log-lines.ts";
import { startDouble } from "../support/double-home-assistant.ts";
import { eventually } from "../support/polling.ts";
import { Peer } from "../support/peer.ts";
import {
  asBearer,
  madeUpToken,
  objectOf,
  patienceMs,
  startBeside,
} from "../home-assistant/service-beside.ts";

test("AUTH-12: behind logins that Home Assistant does not answer wait logins-waiting of the address, and no more", async (t) => {
  const home = await startDouble(t);
  const service = await startBeside(t, home, { loginFailures: 1, loginsWaiting: 2 });
  await home.pause();
  let told = 0;
  const ask = async (name: string): Promise<void> => {
    const { status, text } = await asBearer(service, madeUpToken(name));
    if (!text.includes("logins-waiting, 2, is reached")) return;
    assert.equal(status, 503);
    told += 1;
  };
  const asked = ["a", "b", "c", "d"].map(ask);
  await Promise.race(asked);
  assert.equal(told, 1);
  const own = await asBearer(service, service.admin);
  assert.equal(own.status, 200, "what is known here does not wait");
  await home.resume();
  await Promise.all(asked);
  assert.equal(told, 1);
});

test("UPSTREAM-1: a token of Home Assistant is one here, with the rights that its user has there", async (t) => {
  const home = await startDouble(t);
  const service = await startBeside(t, home);
  const owner = await Peer.login(t, service.port, home.owner.accessToken);
  assert.deepEqual(await owner.result("auth/current_user"), {
    id: `home-assistant:${home.owner.id}`,
    name: home.owner.name,
    is_owner: true,
    is_admin: true,
  });
  assert.equal(await owner.save({ rooms: [] }), 1);
  for (const token of [home.user.accessToken, home.user.longLivedToken]) {
    const user = await Peer.login(t, service.port, token);
    const me = objectOf(await user.result("auth/current_user"));
    assert.deepEqual([me["name"], me["is_admin"]], [home.user.name, false]);
    assert.equal(objectOf(await user.result("floorplan/plan/get"))["rev"], 1);
    const refused = await user.error("floorplan/plan/save", { plan: {} });
    assert.equal(refused.code, "unauthorized");
  }
});

test("UPSTREAM-1: of a name that is very long 64 characters are taken, of which none is cut in two", async (t) => {
  const home = await startDouble(t);
  const { id } = home.owner;
  home.answer("auth/current_user", () => ({
    result: { id, name: "🏠".repeat(500), is_owner: true, is_admin: true },
  }));
  const service = await startBeside(t, home);
  const owner = await Peer.login(t, service.port, home.owner.accessToken);
  const me = objectOf(await owner.result("auth/current_user"));
  assert.equal(me["name"], "🏠".repeat(64));
});

test("UPSTREAM-1: a token of Home Assistant holds as Bearer", async (t) => {
  const home = await startDouble(t);
  const service = await startBeside(t, home);
  assert.deepEqual(await asBearer(service, home.owner.longLivedToken), {
    status: 200,
    text: '{"ok":true}\n',
  });
  assert.equal((await asBearer(service, home.user.longLivedToken)).status, 403);
});

test("UPSTREAM-1: without Home Assistant its tokens are tokens of nobody", async (t) => {
  const home = await startDouble(t);
  const service = await startBeside(t, { url: "" });
  const peer = await Peer.open(t, service.port);
  peer.send({ type: "auth", access_token: home.owner.accessToken });
  assert.equal((await peer.closed).code, 1008);
  assert.equal(home.count("auth"), 0);
});

/** What a login with a token ends in. */
const refusalOf = async (port: number, token: string, t: Parameters<typeof Peer.open>[0]) => {
  const peer = await Peer.open(t, port);
  peer.send({ type: "auth", access_token: token });
  const closed = await peer.closed;
  return { ...closed, types: peer.received.map(({ type }) => type) };
};

test("UPSTREAM-2: a token that Home Assistant refuses is a failed login, and its address is banned in the end", async (t) => {
  const home = await startDouble(t);
  // What is kept has to hold until the end.
  const homeAssistantCheckMs = 25_000;
  const service = await startBeside(t, home, {
    loginFailures: 3,
    loginDelayMs: 0,
    homeAssistantCheckMs,
  });
  const kept = await Peer.login(t, service.port, home.user.accessToken);
  const guesses = ["a", "b", "c"].map((name) => madeUpToken(name));
  for (const token of guesses) {
    const refused = await refusalOf(service.port, token, t);
    assert.deepEqual(refused.types, ["auth_required", "auth_invalid"]);
    assert.equal(refused.code, 1008);
  }
  assert.equal(linesAbout(service.log, "is banned after").length, 1);
  const late = madeUpToken("d");
  const more = await refusalOf(service.port, late, t);
  assert.deepEqual([more.types, more.code], [["auth_required"], 1013], "it is not judged");
  assert.equal((await asBearer(service, home.owner.accessToken)).status, 503);
  const shown = home.received.map(({ message }) => message["access_token"]);
  for (const token of guesses)
    assert.equal(shown.filter((each) => each === token).length, 1, "each is shown once");
  assert(!shown.includes(late) && !shown.includes(home.owner.accessToken));
  const again = await Peer.login(t, service.port, home.user.accessToken);
  assert.deepEqual(await again.result("floorplan/plan/get"), {});
  assert.deepEqual(await kept.result("floorplan/plan/get"), {});
});

test("UPSTREAM-2: of guesses that come all at once about as many are shown to Home Assistant as lead to a ban", async (t) => {
  const home = await startDouble(t);
  const homeAssistantNetworkRefusals = 100;
  const service = await startBeside(t, home, {
    loginFailures: 3,
    loginDelayMs: 0,
    homeAssistantNetworkRefusals,
  });
  const guesses = [...Array(16).keys()].map((n) => madeUpToken(`guess ${n}`));
  const peers = await Promise.all(guesses.map(() => Peer.open(t, service.port)));
  for (const [n, peer] of peers.entries()) peer.send({ type: "auth", access_token: guesses[n] });
  const codes = (await Promise.all(peers.map(({ closed }) => closed))).map(({ code }) => code);
  const shown = home.count("auth");
  assert.equal(codes.filter((code) => code === 1008).length, shown, "these were judged");
  assert.equal(codes.filter((code) => code === 1013).length, 16 - shown, "the others are put off");
  // Those under way when the third fails are the only ones beyond it.
  assert(shown >= 3 && shown <= 5, `${shown} are shown`);
});

test("UPSTREAM-2: what is no token of Home Assistant, or one that has expired, is not shown to it", async (t) => {
  const home = await startDouble(t);
  const service = await startBeside(t, home, { loginDelayMs: 0 });
  const expired = madeUpToken("expired", Math.floor(Date.now() / 1000) - 60);
  for (const token of ["guess", "a.b", "a.b.c", "e30.e30.e30", expired]) {
    const refused = await refusalOf(service.port, token, t);
    assert.deepEqual(refused.types, ["auth_required", "auth_invalid"]);
  }
  assert.equal(home.count("auth"), 0);
  const found = await jwtSource(expired)?.accessToken();
  assert(found !== undefined && isLeft(found));
  assert.equal(found.left.message, "the access token has expired");
});

test("UPSTREAM-3: while Home Assistant is away its tokens are neither valid nor refused", async (t) => {
  const home = await startDouble(t);
  const service = await startBeside(t, home, { loginFailures: 1, homeAssistantMs: 2000 });
  await home.stop();
  const closed = await refusalOf(service.port, home.owner.accessToken, t);
  assert.deepEqual(closed.types, ["auth_required"]);
  assert.equal(closed.code, 1013);
  assert.equal(closed.reason, "Home Assistant cannot be reached");
  const asked = await asBearer(service, home.owner.accessToken);
  assert.deepEqual(asked, {
    status: 503,
    text: '{"message":"Home Assistant cannot be reached"}\n',
  });
  await home.restart();
  const owner = await Peer.login(t, service.port, home.owner.accessToken);
  assert.equal(await owner.save({}), 1);
});

test("UPSTREAM-4: a user who is not active any more is let go, and comes in no more", async (t) => {
  const home = await startDouble(t);
  const service = await startBeside(t, home);
  const peer = await Peer.login(t, service.port, home.leaver.accessToken);
  await peer.result("get_states");
  const idle = await Peer.login(t, service.port, home.leaver.longLivedToken);
  const other = await Peer.login(t, service.port, home.user.accessToken);
  await home.setActive(home.leaver, false);
  for (const closed of [await peer.closed, await idle.closed]) {
    assert.equal(closed.code, 1008);
    assert.match(closed.reason, /^Home Assistant refuses the access token: /);
  }
  assert.equal((await asBearer(service, home.leaver.accessToken)).status, 401);
  assert.deepEqual(await other.result("floorplan/plan/get"), {});
});

test("UPSTREAM-4: what Home Assistant does not say by itself is asked again: rights that have changed", async (t) => {
  const home = await startDouble(t);
  const service = await startBeside(t, home);
  const owner = await Peer.login(t, service.port, home.owner.accessToken);
  const { id, name } = home.owner;
  home.answer("auth/current_user", () => ({
    result: { id, name, is_owner: false, is_admin: false },
  }));
  const closed = await owner.closed;
  assert.equal(closed.code, 1013);
  assert.match(closed.reason, /the rights of the user have changed/);
  const again = await Peer.login(t, service.port, home.owner.accessToken);
  assert.equal((await again.error("floorplan/plan/save", { plan: {} })).code, "unauthorized");
});

test("UPSTREAM-4: while Home Assistant cannot be asked, whoever is connected stays", async (t) => {
  const home = await startDouble(t);
  const service = await startBeside(t, home, { homeAssistantCheckMs: 20 });
  const owner = await Peer.login(t, service.port, home.owner.accessToken);
  await home.stop();
  await eventually(async () => {
    const { code } = await owner.error("get_states");
    return code === "home_assistant_unavailable" ? { seen: true } : { not: String(code) };
  }, patienceMs);
  assert.equal(await owner.save({ rooms: [] }), 1);
  await home.restart();
  await eventually(async () => {
    const { success } = await owner.command("get_states");
    return success === true ? { seen: true } : { not: "passed on again" };
  }, patienceMs);
});

test("UPSTREAM-13: no token of Home Assistant is in the log", async (t) => {
  const home = await startDouble(t);
  const service = await startBeside(t, home, { loginDelayMs: 0 });
  const refused = madeUpToken("refused");
  await refusalOf(service.port, refused, t);
  const owner = await Peer.login(t, service.port, home.owner.accessToken);
  await owner.result("get_states");
  await home.stop();
  await refusalOf(service.port, home.user.accessToken, t);
  await service.stop();
  const text = JSON.stringify(service.log);
  for (const token of [refused, home.owner.accessToken, home.user.accessToken])
    assert(!text.includes(token) && !text.includes(token.split(".")[2] ?? ""));
});
