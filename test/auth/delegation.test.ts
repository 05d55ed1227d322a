import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { isRight } from "fp-ts/lib/Either.js";
import { createUser, usersFile } from "../../src/auth/user-directory.ts";
import { bounded } from "../support/timeouts.ts";
import { Peer } from "../support/peer.ts";
import { runInProcess } from "../support/run-command.ts";
import { startTestService, type TestService } from "../support/service.ts";

const anna = "0123456789abcdef0123456789abcdef";

const headersOf = (id: string, name: string, admin: boolean): Record<string, string> => ({
  "Floorplan-User-Id": id,
  "Floorplan-User-Name": encodeURIComponent(name),
  "Floorplan-User-Admin": String(admin),
});

const delegateOf = async (
  { data }: Pick<TestService, "data">,
  expiresAt?: string,
  positions?: boolean,
) => {
  const rights = { admin: true, control: true, delegate: true, positions, expiresAt };
  const name = positions === true ? "Home Assistant 2" : "Home Assistant";
  const created = await createUser(usersFile(data), name, rights);
  assert(isRight(created));
  return created.right;
};

const started = async (t: TestContext) => {
  const service = await startTestService(t);
  return { ...service, delegate: await delegateOf(service) };
};

/** The message with which a login is refused. */
const refusal = async (
  t: TestContext,
  port: number,
  token: string,
  headers: Record<string, string>,
): Promise<string> => {
  const peer = await Peer.open(t, port, { headers });
  peer.send({ type: "auth", access_token: token });
  assert.equal((await peer.next())["type"], "auth_required");
  const answer = await peer.next();
  assert.equal(answer["type"], "auth_invalid");
  return String(answer["message"]);
};

test(
  "AUTH-22: a delegate's connection is the user whom its upgrade names, with their rights alone",
  bounded,
  async (t) => {
    const { port, delegate } = await started(t);
    const viewer = await Peer.login(t, port, delegate, {
      headers: headersOf(anna, "Änne 👩", false),
    });
    assert.deepEqual(await viewer.result("auth/current_user"), {
      id: `home-assistant:${anna}`,
      name: "Änne 👩",
      is_owner: false,
      is_admin: false,
    });
    const save = { plan: { rooms: [] } };
    assert.equal((await viewer.error("floorplan/plan/save", save)).code, "unauthorized");
    const admin = await Peer.login(t, port, delegate, { headers: headersOf(anna, "Änne", true) });
    assert.deepEqual(await admin.result("floorplan/plan/save", save), { ok: true, rev: 1 });
    const [newest] = Object.values(Object(await admin.result("floorplan/history/details")));
    assert.deepEqual(Object(newest).by, { id: `home-assistant:${anna}`, name: "Änne" });
    const itself = await Peer.login(t, port, delegate);
    const { name, is_admin: isAdmin } = Object(await itself.result("auth/current_user"));
    assert.deepEqual({ name, isAdmin }, { name: "Home Assistant", isAdmin: true });
  },
);

test(
  "POS-7: by a delegate only administrators see positions, and only if its own token has the right",
  bounded,
  async (t) => {
    const { port, data, delegate } = await started(t);
    const seeing = await delegateOf({ data }, undefined, true);
    const subscribe = "floorplan/positions/subscribe";
    for (const [token, isAdmin] of [
      [delegate, true],
      [seeing, false],
    ] as const) {
      const peer = await Peer.login(t, port, token, { headers: headersOf(anna, "Anna", isAdmin) });
      assert.equal((await peer.error(subscribe)).code, "unauthorized");
    }
    const admin = await Peer.login(t, port, seeing, { headers: headersOf(anna, "Anna", true) });
    await admin.result(subscribe);
  },
);

test(
  "AUTH-22: a delegate's request over HTTP is the user's whom its headers name",
  bounded,
  async (t) => {
    const { url, delegate } = await started(t);
    const ask = (admin: boolean): Promise<Response> =>
      fetch(`${url}/api/floorplan/background?level=ground`, {
        method: "DELETE",
        headers: { authorization: `Bearer ${delegate}`, ...headersOf(anna, "Anna", admin) },
      });
    assert.equal((await ask(false)).status, 403);
    assert.equal((await ask(true)).status, 200);
  },
);

test(
  "AUTH-23: no other token names a user, and each header has to be there and valid",
  bounded,
  async (t) => {
    const { url, port, admin, delegate } = await started(t);
    const named = headersOf(anna, "Anna", true);
    assert.match(await refusal(t, port, admin, named), /lacks the right to delegate/);
    const headers = { authorization: `Bearer ${admin}`, ...named };
    const background = `${url}/api/floorplan/background?level=ground`;
    assert.equal((await fetch(background, { method: "DELETE", headers })).status, 401);
    const invalid: readonly (readonly [header: string, value: string | undefined])[] = [
      ["Floorplan-User-Id", undefined],
      ["Floorplan-User-Id", "a b"],
      ["Floorplan-User-Name", undefined],
      ["Floorplan-User-Name", "%ff"],
      ["Floorplan-User-Admin", undefined],
      ["Floorplan-User-Admin", "yes"],
    ];
    for (const [header, value] of invalid) {
      const { [header]: _, ...others } = named;
      const given = value === undefined ? others : { ...others, [header]: value };
      const message = await refusal(t, port, delegate, given);
      assert.match(message, new RegExp(`^${header}: expected`, "i"));
    }
    // None of them was a guess.
    await Peer.login(t, port, delegate, { headers: named });
    const bans = await (await Peer.login(t, port, admin)).result("floorplan/bans/list");
    assert.deepEqual(bans, []);
  },
);

test(
  "AUTH-24: whoever a delegate acts for leaves with its token, and can give none that outlasts it",
  bounded,
  async (t) => {
    const service = await startTestService(t);
    const { port, admin } = service;
    const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
    const delegate = await delegateOf(service, expiresAt);
    const named = await Peer.login(t, port, delegate, { headers: headersOf(anna, "Anna", true) });
    const desk = await Peer.login(t, port, admin);
    const tokens = Object.values(Object(await desk.result("floorplan/tokens/list")));
    const listed = Object(tokens.find((each) => Object(each).name === "Home Assistant"));
    assert.deepEqual([listed.delegate, listed.connections], [true, 1]);
    const lasting = await named.error("floorplan/tokens/create", { name: "lasting" });
    assert.match(lasting.message, /cannot make one that lasts longer/);
    await desk.result("floorplan/tokens/revoke", { name: "Home Assistant" });
    assert.equal((await named.closed).code, 1008);
  },
);

test(
  "AUTH-22: `token create --delegate` and `tokens/create` make such a token, with all that it needs",
  bounded,
  async (t) => {
    const { port, data, admin } = await startTestService(t);
    const made = await runInProcess(["token", "create", "ha", "--delegate", "--data", data]);
    assert.equal(made.code, 0, made.err);
    await Peer.login(t, port, made.out.trim(), { headers: headersOf(anna, "Anna", true) });
    const listed = await runInProcess(["token", "list", "--data", data]);
    assert.match(listed.out, /^ha +administrator, control, delegate /m);
    const page = ["--link", "http://127.0.0.1/"];
    const linked = await runInProcess([
      "token",
      "create",
      "no",
      "--delegate",
      ...page,
      "--data",
      data,
    ]);
    assert.equal(linked.code, 2);
    assert.match(linked.err, /--delegate: a link is for a browser/m);
    const desk = await Peer.login(t, port, admin);
    const wanted = { name: "two", admin: true, control: true, delegate: true };
    const { token } = Object(await desk.result("floorplan/tokens/create", wanted));
    await Peer.login(t, port, String(token), { headers: headersOf(anna, "Anna", false) });
    const half = await desk.error("floorplan/tokens/create", {
      ...wanted,
      name: "three",
      control: false,
    });
    assert.match(half.message, /^delegate: only a token that may save and control/);
  },
);
