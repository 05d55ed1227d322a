import assert from "node:assert/strict";
import { test } from "node:test";
import { isRight } from "fp-ts/lib/Either.js";
import { momentText } from "../../src/server/runtime/time.ts";
import { createUser, removeUser, usersFile } from "../../src/auth/user-directory.ts";
import { bounded } from "../support/timeouts.ts";
import { DayClock } from "../support/day-clock.ts";
import { Peer } from "../support/peer.ts";
import { newUser, startTestService, temporaryFolder } from "../support/service.ts";
import { runInProcess } from "../support/run-command.ts";

const hourMs = 3_600_000;

const list = async (peer: Peer): Promise<readonly Record<string, unknown>[]> => {
  const tokens = await peer.result("floorplan/tokens/list");
  assert(Array.isArray(tokens));
  return tokens;
};

const namesOf = (tokens: readonly Record<string, unknown>[]): readonly unknown[] =>
  tokens.map(({ name }) => name);

test(
  "GUEST-7: an administrator lists, makes and revokes tokens by websocket, and sees ends, last uses and connections",
  bounded,
  async (t) => {
    const clock = new DayClock();
    const { port, admin, viewer } = await startTestService(t, { clock });
    const desk = await Peer.login(t, port, admin);
    const made = Object(
      await desk.result("floorplan/tokens/create", {
        name: "Anna",
        control: true,
        expires: "2h",
        level: "ground",
      }),
    );
    assert.match(String(made.token), /^[\w-]{43}$/);
    assert.equal(Date.parse(made.expires_at), clock.now() + 2 * hourMs);
    const [one, two] = [
      await Peer.login(t, port, made.token),
      await Peer.login(t, port, made.token),
    ];
    const [own, wall, anna, ...more] = await list(desk);
    assert.deepEqual(more, []);
    assert.deepEqual(anna, {
      name: "Anna",
      is_admin: false,
      is_owner: false,
      control: true,
      positions: false,
      delegate: false,
      level: "ground",
      created_at: anna?.["created_at"],
      expires_at: made.expires_at,
      has_ended: false,
      last_used_at: anna?.["last_used_at"],
      link_until: null,
      connections: 2,
      is_own: false,
    });
    assert.equal(Date.parse(String(anna?.["last_used_at"])), clock.now());
    assert.deepEqual([own?.["name"], own?.["is_own"], own?.["connections"]], ["admin", true, 1]);
    assert.deepEqual([wall?.["expires_at"], wall?.["last_used_at"]], [null, null]);
    assert(!JSON.stringify(await list(desk)).includes("sha256"), "no hash is told");

    clock.pass(2 * hourMs);
    assert.deepEqual([(await one.closed).code, (await two.closed).code], [1008, 1008]);
    assert.deepEqual(
      (await list(desk)).map((each) => each["has_ended"]),
      [false, false, true],
    );
    const screen = await Peer.login(t, port, viewer);
    assert.equal(await desk.result("floorplan/tokens/revoke", { name: "wall" }), null);
    assert.equal((await screen.closed).reason, "the access token was revoked");
    assert.deepEqual(namesOf(await list(desk)), ["admin", "Anna"]);
    // One's own as well, and the answer may come or not.
    desk.send({ id: desk.newId(), type: "floorplan/tokens/revoke", name: "admin" });
    assert.equal((await desk.closed).code, 1008);
  },
);

test(
  "GUEST-7: what is refused says why and changes nothing, and all of it is for administrators",
  bounded,
  async (t) => {
    const { port, admin, viewer } = await startTestService(t, { config: { tokens: 3 } });
    const desk = await Peer.login(t, port, admin);
    const before = namesOf(await list(desk));
    for (const [fields, code, says] of [
      [{ name: "wall" }, "not_changed", /"wall" already/],
      [{ name: "a/b" }, "not_changed", /1 to 64 letters/],
      [{ name: "x", expires: "soon" }, "invalid_format", /such as 12h or 30d/],
      [{ name: "x", expires: "0" }, "invalid_format", /such as 12h or 30d/],
      [{ name: "x", expires: "999999999d" }, "invalid_format", /3660d at most/],
      [{ name: "x", admin: true, level: "up" }, "not_changed", /every floor/],
      [{ name: "x", until: 1 }, "invalid_format", /until/],
    ] as const) {
      const error = await desk.error("floorplan/tokens/create", fields);
      assert.deepEqual([error.code, says.test(error.message)], [code, true], error.message);
    }
    assert.match(
      (await desk.error("floorplan/tokens/revoke", { name: "nobody" })).message,
      /no token named "nobody"/,
    );
    assert.deepEqual(namesOf(await list(desk)), before);
    await desk.result("floorplan/tokens/create", { name: "third" });
    const full = await desk.error("floorplan/tokens/create", { name: "fourth" });
    assert.match(full.message, /as many tokens as --tokens allows, 3:/);
    const screen = await Peer.login(t, port, viewer);
    for (const [type, fields] of [
      ["tokens/list", {}],
      ["tokens/create", { name: "x" }],
      ["tokens/revoke", { name: "admin" }],
      ["bans/list", {}],
      ["bans/lift", { address: "127.0.0.1" }],
    ] as const)
      assert.equal((await screen.error(`floorplan/${type}`, fields)).code, "unauthorized", type);
  },
);

test(
  "GUEST-7: of what command line and websocket do to the same users at once, none is lost",
  bounded,
  async (t) => {
    const { data, port, admin } = await startTestService(t);
    const desk = await Peer.login(t, port, admin);
    const numbers = Array.from({ length: 6 }, (_, number) => number);
    for (const number of numbers)
      desk.send({ id: number + 1, type: "floorplan/tokens/create", name: `web ${number}` });
    await Promise.all(numbers.map((number) => newUser(data, `line ${number}`, false)));
    for (const number of numbers) assert.equal((await desk.replyTo(number + 1))["success"], true);
    for (let ids = 0; ids < numbers.length; ids += 1) desk.newId();
    const names = new Set(namesOf(await list(desk)));
    assert.equal(names.size, 2 + 2 * numbers.length, [...names].join());
  },
);

test("GUEST-8: an administrator lists the bans and lifts one by websocket", bounded, async (t) => {
  const config = { loginFailures: 1, loginDelayMs: 0 };
  const { port, url, admin } = await startTestService(t, { config });
  const stranger = await Peer.open(t, port);
  stranger.send({ type: "auth", access_token: "wrong" });
  await stranger.closed;
  const desk = await Peer.login(t, port, admin);
  const [ban, ...more] = Object(await desk.result("floorplan/bans/list"));
  assert.deepEqual([ban.address, ban.failures, more], ["127.0.0.1", 1, []]);
  assert(Date.parse(ban.until) > Date.now());
  const other = await desk.error("floorplan/bans/lift", { address: "192.0.2.1" });
  assert.match(other.message, /192\.0\.2\.1 is not banned/);
  assert.equal(await desk.result("floorplan/bans/lift", { address: "127.0.0.1" }), null);
  assert.deepEqual(await desk.result("floorplan/bans/list"), []);
  assert.equal((await fetch(`${url}/api/websocket`)).status, 426, "it is banned no longer");
});

test(
  "GUEST-1, CLI-4, CLI-5: token create takes an end and a floor, token list shows both and the last use",
  bounded,
  async (t) => {
    const { data, port } = await startTestService(t);
    const onData = ["--data", data];
    const made = await runInProcess([
      "token",
      "create",
      "guest",
      "--expires",
      "30d",
      "--floor",
      "ground",
      ...onData,
    ]);
    assert.deepEqual([made.code, made.err], [0, ""]);
    const peer = await Peer.login(t, port, made.out.trim());
    assert.equal(Object(await peer.result("auth/current_user")).level, "ground");
    const ended = await createUser(usersFile(data), "over", {
      admin: false,
      control: false,
      expiresAt: "2020-01-01T00:00:00.000+00:00",
    });
    assert(isRight(ended));
    const { out } = await runInProcess(["token", "list", ...onData]);
    const rows = out
      .trimEnd()
      .split("\n")
      .map((row) => row.split(/ {2,}/));
    assert.deepEqual(rows[0], ["NAME", "RIGHTS", "CREATED", "EXPIRES", "LAST USE"]);
    const row = (name: string): readonly string[] => rows.find(([first]) => first === name) ?? [];
    assert.deepEqual(
      [row("guest")[1], row("wall")[3], row("wall")[4]],
      ["viewer, floor ground", "never", "not yet"],
    );
    const lasts = Date.parse(row("guest")[3] ?? "") - Date.parse(row("guest")[2] ?? "");
    assert(Math.abs(lasts - 30 * 24 * hourMs) < 60_000, "thirty days");
    assert.equal(row("over")[3], "ended 2020-01-01T00:00:00.000+00:00");

    for (const [options, says] of [
      [["--expires", "soon"], /--expires: expected a time such as 12h or 30d/],
      [["--admin", "--floor", "up"], /--floor: an administrator sees every floor/],
      [["--admin", "--level", "up"], /--floor: an administrator sees every floor/],
      [["--floor", "up", "--level", "down"], /--floor and --level are the same option: give it/],
      [["--tokens", "0"], /--tokens: expected an integer/],
    ] as const) {
      const odd = await runInProcess(["token", "create", "odd", ...options, ...onData]);
      assert.deepEqual([odd.code, odd.out], [2, ""]);
      assert.match(odd.err, says);
    }
    const noFloor = await runInProcess(["token", "create", "odd", "--floor", "", ...onData]);
    assert.deepEqual([noFloor.code, noFloor.out], [1, ""]);
    assert.match(noFloor.err, /: --floor: expected the id of a floor/);
    const full = await runInProcess(["token", "create", "odd", "--tokens", "2", ...onData]);
    assert.equal(full.code, 1);
    assert.match(full.err, /as many tokens as --tokens allows, 2:/);
    const help = await runInProcess(["token", "create", "--help"]);
    assert.match(help.out, /--floor is a view, not a\s+protection/);
    assert.doesNotMatch(help.out, /--level/);
  },
);

test("GUEST-5: token create takes --level as another name of --floor, as its variable does", async (t) => {
  const data = await temporaryFolder(t);
  const create = (
    name: string,
    options: readonly string[],
    variables: Readonly<Record<string, string>> = {},
  ) => runInProcess(["token", "create", name, ...options, "--data", data], variables);
  const made = [
    await create("former", ["--level", "up"]),
    await create("both", ["--floor", "up", "--level", "up"]),
    await create("variable", [], { FLOORPLAN_FLOOR: "up" }),
    await create("former variable", [], { FLOORPLAN_LEVEL: "up" }),
    await create("typed", ["--level", "up"], { FLOORPLAN_FLOOR: "down" }),
  ];
  assert.deepEqual(
    made.map(({ code, err }) => [code, err]),
    made.map(() => [0, ""]),
  );
  const { out } = await runInProcess(["token", "list", "--data", data]);
  assert.equal(out.match(/viewer, floor up/g)?.length, made.length, out);
});

test(
  "GUEST-22: nobody gives a token that lasts longer than their own, or may switch where their own may not",
  bounded,
  async (t) => {
    const clock = new DayClock();
    const { port, data, admin } = await startTestService(t, { clock });
    const login = async (control: boolean, hours: number | undefined): Promise<Peer> => {
      const expiresAt = hours === undefined ? undefined : momentText(clock.now() + hours * hourMs);
      const name = `desk ${control} ${hours}`;
      const token = await createUser(usersFile(data), name, { admin: true, control, expiresAt });
      assert(isRight(token));
      return Peer.login(t, port, token.right);
    };
    const owner = await Peer.login(t, port, admin);
    const before = namesOf(await list(owner)).length;
    const [ending, bare] = [await login(true, 2), await login(false, undefined)];
    const beyond = [
      [ending, {}, /^expires: your own token ends at /],
      [ending, { expires: "3h" }, /^expires: /],
      [bare, { control: true }, /^control: your own token lacks the right/],
    ] as const;
    for (const [desk, fields, says] of beyond)
      for (const [type, more] of [
        ["create", {}],
        ["create", { admin: true }],
        ["link", {}],
      ] as const) {
        const wanted = { name: "x", ...fields, ...more };
        const { code, message } = await desk.error(`floorplan/tokens/${type}`, wanted);
        assert.deepEqual([code, says.test(message)], ["unauthorized", true], message);
      }
    assert.equal(namesOf(await list(owner)).length, before + 2, "and none was made");
    for (const [desk, fields] of [
      [ending, { name: "a", expires: "2h", admin: true, control: true }],
      [ending, { name: "b", expires: "1h" }],
      [bare, { name: "c", admin: true }],
      [owner, { name: "d", control: true }],
    ] as const)
      await desk.result("floorplan/tokens/create", fields);
    await ending.result("floorplan/tokens/link", { name: "e", expires: "2h", control: true });
    await bare.result("floorplan/tokens/link", { name: "f" });
  },
);

test(
  "POS-7: nobody gives the right to see positions who lacks it, and no token has it that was not asked for",
  bounded,
  async (t) => {
    const { port, data, admin } = await startTestService(t);
    const rights = { admin: true, control: true };
    const login = async (name: string, positions?: boolean): Promise<Peer> => {
      const token = await createUser(usersFile(data), name, { ...rights, positions });
      assert(isRight(token));
      return Peer.login(t, port, token.right);
    };
    const [seeing, blind] = [await login("seeing", true), await login("blind")];
    const owner = await Peer.login(t, port, admin);
    for (const type of ["create", "link"]) {
      const wanted = { name: `${type} x`, positions: true };
      const { code, message } = await blind.error(`floorplan/tokens/${type}`, wanted);
      assert.equal(code, "unauthorized");
      assert.match(message, /^positions: your own token lacks the right to see them/);
      await blind.result(`floorplan/tokens/${type}`, { name: `${type} y` });
      await seeing.result(`floorplan/tokens/${type}`, wanted);
    }
    assert.deepEqual(
      (await list(owner)).map(({ name, positions }) => [name, positions]),
      [
        ["admin", false],
        ["wall", false],
        ["seeing", true],
        ["blind", false],
        ["create y", false],
        ["create x", true],
        ["link y", false],
        ["link x", true],
      ],
    );
  },
);

test(
  "GUEST-22: whose token was revoked a moment ago makes no token and no link, and revokes none, before that is noticed",
  bounded,
  async (t) => {
    const { port, data, admin } = await startTestService(t);
    const owner = await Peer.login(t, port, admin);
    const before = namesOf(await list(owner));
    for (const [type, fields] of [
      ["create", { name: "x", admin: true, control: true }],
      ["link", { name: "x" }],
      ["revoke", { name: "admin" }],
    ] as const) {
      const desk = await Peer.login(t, port, await newUser(data, "desk", true));
      // As the command line does it beside the service.
      assert(isRight(await removeUser(usersFile(data), "desk")));
      desk.send({ id: desk.newId(), type: `floorplan/tokens/${type}`, ...fields });
      assert.equal((await desk.closed).code, 1008);
      assert.deepEqual(namesOf(await list(owner)), before, type);
    }
  },
);
