import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { serviceOf, startHome } from "../home-assistant/service-with-token.ts";
import { createFirst, usersFile } from "../../src/auth/user-directory.ts";
import { clientOf } from "../support/data-folder.ts";
import { Peer } from "../support/peer.ts";
import { runProgram } from "../support/program.ts";
import { startTestService, temporaryFolder } from "../support/service.ts";
import { runInProcess } from "../support/run-command.ts";

const tokenAlone = /^([\w-]{43})\n$/;

test("CLI-4: token create prints the token alone, and it works in the running service", async (t) => {
  const { data, port, admin } = await startTestService(t);
  const [plain, power] = await Promise.all([
    runProgram(t, ["token", "create", "Küche 1", "--data", data]),
    runProgram(t, ["token", "create", "--admin", "desk"], { FLOORPLAN_DATA: data }),
  ]);
  assert.deepEqual([plain.code, plain.err, power.code, power.err], [0, "", 0, ""]);
  const [, viewer = ""] = tokenAlone.exec(plain.out) ?? [];
  const [, editor = ""] = tokenAlone.exec(power.out) ?? [];
  assert(viewer !== editor && viewer !== admin);
  const desk = await Peer.login(t, port, editor);
  assert.equal(await desk.save({ rooms: [] }), 1);
  const kitchen = await Peer.login(t, port, viewer);
  assert.deepEqual(await kitchen.result("floorplan/plan/get"), { rooms: [], rev: 1 });
  assert.equal((await kitchen.error("floorplan/plan/save", { plan: {} })).code, "unauthorized");
});

test("CLI-4, GUEST-15: token create --link prints a link to the page, which gives a token once", async (t) => {
  const service = await startTestService(t);
  const create = (...args: readonly string[]) =>
    runInProcess(["token", "create", ...args, "--data", service.data]);
  const made = await create("Hall", "--control", "--link", `${service.url}/wall?look=day`);
  assert.deepEqual([made.code, made.err], [0, ""]);
  const [, page, code] = /^(\S+)#code=(\S{43})\n$/.exec(made.out) ?? [];
  assert.equal(page, `${service.url}/wall?look=day`);
  const open = (nonce: string) =>
    fetch(`${service.url}/auth/link`, { method: "POST", body: JSON.stringify({ code, nonce }) });
  const opened = Object(await (await open("n".repeat(22))).json());
  const user = Object(
    await (await Peer.login(t, service.port, String(opened.token))).result("auth/current_user"),
  );
  assert.deepEqual([user.name, user.is_admin], ["Hall", false]);
  assert.equal((await open("m".repeat(22))).status, 401);
  for (const odd of ["the wall", "ftp://a/", "http://a/#x", "http://a/#", "/wall"]) {
    const refused = await create("Other", "--link", odd);
    assert.deepEqual([refused.code, refused.out], [2, ""]);
    assert.match(refused.err, /--link: expected the address of a page, such as http:/);
  }
});

test("CLI-4, CLI-5: a token with the right to control switches what the plan names, and the list shows the right", async (t) => {
  const home = await startHome(t);
  const { data, port, admin } = await serviceOf(t, home);
  const editor = await Peer.login(t, port, admin);
  await editor.save({ furniture: [{ entity: "light.hall" }] });
  await home.whenReceived("subscribe_entities", 1);
  const call = { domain: "light", service: "toggle", target: { entity_id: "light.hall" } };
  for (const [name, options] of [
    ["plain", []],
    ["tablet", ["--control"]],
  ] as const) {
    const made = await runInProcess(["token", "create", name, ...options, "--data", data]);
    const screen = await Peer.login(t, port, tokenAlone.exec(made.out)?.[1] ?? "");
    assert.equal((await screen.command("call_service", call))["success"], name === "tablet");
  }
  const listed = await runInProcess(["token", "list", "--data", data]);
  assert.match(listed.out, /^plain +viewer {2,}/m);
  assert.match(listed.out, /^tablet +viewer, control {2,}/m);
});

test("POS-7, CLI-4, CLI-5: the first token may see positions, further ones with --positions, and the list shows it", async (t) => {
  const data = await temporaryFolder(t);
  const onData = ["--data", data];
  await createFirst(usersFile(data));
  const made = [
    ["desk", "--admin", "--control"],
    ["radar", "--positions"],
    ["guest", "--positions", "--link", "http://192.168.1.20:8125/wall"],
  ];
  for (const each of made)
    assert.equal((await runInProcess(["token", "create", ...each, ...onData])).code, 0);
  const { out } = await runInProcess(["token", "list", ...onData]);
  const rows = out.trimEnd().split("\n").slice(1);
  assert.deepEqual(
    rows.map((row) => row.split(/ {2,}/).slice(0, 2)),
    [
      ["admin", "owner, control, positions"],
      ["desk", "administrator, control"],
      ["radar", "viewer, positions"],
      ["guest", "viewer, positions"],
    ],
  );
});

test("CLI-4: a taken or odd name exits with 1, says why, and changes nothing", async (t) => {
  const data = await temporaryFolder(t);
  assert.equal((await runInProcess(["token", "create", "wall", "--data", data])).code, 0);
  const before = await readFile(join(data, "users.json"), "utf8");
  const odd = ["", "a/b", "a\nb", "x".repeat(65)];
  const [taken, ...refused] = await Promise.all(
    ["wall", ...odd].map((name) => runInProcess(["token", "create", name, "--data", data])),
  );
  assert.deepEqual([taken?.code, taken?.out], [1, ""]);
  assert.match(taken?.err ?? "", /"wall" already/);
  for (const [position, { code, out, err }] of refused.entries()) {
    assert.deepEqual([code, out], [1, ""], JSON.stringify(odd[position]));
    assert.match(err, /the name must be 1 to 64 letters/);
  }
  assert.equal(await readFile(join(data, "users.json"), "utf8"), before);
});

test("CLI-5: token list shows names and rights, token revoke ends a token", async (t) => {
  const { data, port, viewer, admin } = await startTestService(t);
  const wall = await Peer.login(t, port, viewer);
  const onData = ["--data", data];
  await runInProcess(["token", "create", "second", "--admin", ...onData]);
  const listed = await runInProcess(["token", "list", ...onData]);
  assert.deepEqual([listed.code, listed.err], [0, ""]);
  const rows = listed.out.trimEnd().split("\n");
  assert.deepEqual(
    rows.map((row) => row.split(/ {2,}/).slice(0, 2)),
    [
      ["NAME", "RIGHTS"],
      ["admin", "owner, control"],
      ["wall", "viewer"],
      ["second", "administrator"],
    ],
  );
  const { users } = JSON.parse(await readFile(join(data, "users.json"), "utf8"));
  for (const { token_sha256: hash } of users)
    assert(!listed.out.includes(hash), "no hash is shown");

  const revoked = await runInProcess(["token", "revoke", "wall", ...onData]);
  assert.deepEqual([revoked.code, revoked.err], [0, ""]);
  assert.equal((await wall.closed).code, 1008);
  const [left, again, client] = await Promise.all([
    runInProcess(["token", "list", ...onData]),
    runInProcess(["token", "revoke", "wall", ...onData]),
    runInProcess(["get"], clientOf(`http://127.0.0.1:${port}`, admin)),
  ]);
  assert.doesNotMatch(left.out, /wall/);
  assert.deepEqual([again.code, again.out], [1, ""]);
  assert.match(again.err, /there is no token named "wall"/);
  assert.equal(client.code, 0, "the others' tokens go on");
});

test("CLI-6: ban list shows the banned addresses, ban lift ends a ban while the service runs", async (t) => {
  const config = { loginFailures: 1, loginDelayMs: 0 };
  const { data, port, url } = await startTestService(t, { config });
  const onData = ["--data", data];
  const none = await runInProcess(["ban", "list", ...onData]);
  assert.deepEqual([none.code, none.out.trim().split("\n").length], [0, 1], "a head and no more");
  const stranger = await Peer.open(t, port);
  stranger.send({ type: "auth", access_token: "wrong" });
  assert.equal((await stranger.closed).code, 1008);
  const [banned, refused] = await Promise.all([
    runInProcess(["ban", "list", ...onData]),
    runInProcess(["get"], clientOf(url, "wrong")),
  ]);
  assert.deepEqual([banned.code, banned.err], [0, ""]);
  const [head = "", row = "", ...more] = banned.out.trimEnd().split("\n");
  assert.match(head, /^ADDRESS +UNTIL +FAILURES$/);
  assert.match(row, /^127\.0\.0\.1 +\d{4}-\d\d-\d\dT\S+ +1$/);
  assert.deepEqual(more, []);
  assert.match(refused.err, /does not accept this token: .*banned until \d{4}-/);

  const other = await runInProcess(["ban", "lift", "192.0.2.1", ...onData]);
  assert.deepEqual([other.code, other.out], [1, ""]);
  assert.match(other.err, /192\.0\.2\.1 is not banned/);
  const lifted = await runInProcess(["ban", "lift", "127.0.0.1", ...onData]);
  assert.deepEqual([lifted.code, lifted.err], [0, ""]);
  assert.doesNotMatch((await runInProcess(["ban", "list", ...onData])).out, /127/);
  assert.equal((await fetch(`${url}/api/websocket`)).status, 426, "it is banned no longer");
});
