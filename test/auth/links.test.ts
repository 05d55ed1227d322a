import assert from "node:assert/strict";
import { mkdir, readdir, readFile, rmdir } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { bounded } from "../support/timeouts.ts";
import { DayClock } from "../support/day-clock.ts";
import { makeLink, nonces, openLink, tokenOf } from "../support/access-links.ts";
import { Peer } from "../support/peer.ts";
import { startTestService, type TestService } from "../support/service.ts";
import { runInProcess } from "../support/run-command.ts";

const quick = { loginDelayMs: 0 };
const dayMs = 24 * 3_600_000;

/** A token as an administrator lists it. */
const listed = async (desk: Peer, name: string): Promise<Readonly<Record<string, unknown>>> => {
  const tokens = await desk.result("floorplan/tokens/list");
  assert(Array.isArray(tokens));
  return tokens.find((each) => each.name === name) ?? {};
};

/** Everything that the service keeps and has logged, as text. */
const allOf = async ({ data, log }: TestService): Promise<string> => {
  const names = await readdir(data, { recursive: true, withFileTypes: true });
  const files = names
    .filter((each) => each.isFile())
    .map((each) => join(each.parentPath, each.name));
  const texts = await Promise.all(files.map((file) => readFile(file, "latin1")));
  return [...texts, JSON.stringify(log)].join("\n");
};

test(
  "GUEST-15, GUEST-16: a link gives whoever opens it first a token, this once; neither it nor its code is kept or logged",
  bounded,
  async (t) => {
    const service = await startTestService(t, { config: quick });
    const desk = await Peer.login(t, service.port, service.admin);
    const code = await makeLink(desk, "Kitchen", {
      control: true,
      level: "ground",
      expires: "30d",
    });
    const made = await listed(desk, "Kitchen");
    assert.deepEqual(
      [made["control"], made["level"], made["is_admin"], made["has_ended"]],
      [true, "ground", false, false],
    );
    const within = Date.parse(String(made["link_until"])) - Date.parse(String(made["created_at"]));
    assert.equal(Math.round(within / dayMs), 7);
    // A preview of the link asks for the page, and for no more.
    assert.equal((await fetch(`${service.url}/wall`)).status < 500, true);
    const stranger = await Peer.open(t, service.port);
    stranger.send({ type: "auth", access_token: code });
    assert.equal((await stranger.closed).code, 1008, "a code is no token");
    const token = await tokenOf(service, code);
    const wall = await Peer.login(t, service.port, token);
    const who = Object(await wall.result("auth/current_user"));
    assert.deepEqual([who.name, who.is_admin, who.level], ["Kitchen", false, "ground"]);
    assert.deepEqual((await listed(desk, "Kitchen"))["link_until"], null);
    assert.deepEqual(await openLink(service, code, nonces[1]), [401, "used"], "another browser");
    assert.deepEqual(await openLink(service, token), [401, "unknown"]);
    await desk.result("floorplan/tokens/revoke", { name: "Kitchen" });
    assert.equal((await wall.closed).reason, "the access token was revoked");
    assert.deepEqual(await openLink(service, code), [401, "unknown"]);
    await service.stop();
    const all = await allOf(service);
    assert(all.includes("link_opened") && all.includes("a link is not opened"));
    assert(!all.includes(code) && !all.includes(token) && !all.includes(nonces[0]));
  },
);

test(
  "GUEST-16: of browsers that open a link at once one gets the token, and links that nobody opens are revoked without anybody's loss",
  bounded,
  async (t) => {
    const service = await startTestService(t, { config: { ...quick, loginFailures: 100 } });
    const desk = await Peer.login(t, service.port, service.admin);
    const code = await makeLink(desk, "Guest");
    const browsers = Array.from({ length: 8 }, (_, number) => `${number}`.repeat(22));
    const answers = await Promise.all(browsers.map((nonce) => openLink(service, code, nonce)));
    const won = answers.filter(([status]) => status === 200);
    assert.equal(won.length, 1);
    assert.equal(answers.filter(([, said]) => said === "used").length, 7);
    await Peer.login(t, service.port, won[0]?.[1] ?? "");
    assert(
      !service.log.some(({ msg }) => msg === "a token was revoked"),
      "nobody lost what nobody had",
    );
    const other = await makeLink(desk, "Never");
    await desk.result("floorplan/tokens/revoke", { name: "Never" });
    assert.deepEqual(await openLink(service, other), [401, "unknown"]);
  },
);

test(
  "GUEST-16: what is no code counts as a failed login, and a good one passes while its address is banned; odd requests are 400",
  bounded,
  async (t) => {
    const service = await startTestService(t, { config: { ...quick, loginFailures: 2 } });
    const desk = await Peer.login(t, service.port, service.admin);
    const code = await makeLink(desk, "Guest");
    for (const body of [
      "no JSON",
      "{}",
      { code },
      { code, nonce: "short" },
      { code: 1, nonce: 2 },
    ]) {
      const text = typeof body === "string" ? body : JSON.stringify(body);
      const answer = await fetch(`${service.url}/auth/link`, { method: "POST", body: text });
      assert.equal(answer.status, 400, text);
    }
    const foreign = await fetch(`${service.url}/auth/link`, {
      method: "POST",
      headers: { Origin: "http://other.example" },
      body: JSON.stringify({ code, nonce: nonces[0] }),
    });
    assert.equal(foreign.status, 403);
    for (let time = 0; time < 2; time += 1)
      assert.deepEqual(await openLink(service, "guessed"), [401, "unknown"]);
    const [status, said] = await openLink(service, "guessed");
    assert.equal(status, 403);
    assert.match(said, /until/);
    await tokenOf(service, code);
  },
);

test(
  "GUEST-17: the browser that opened a link is answered the same for a while, also after a restart, and nobody else is",
  bounded,
  async (t) => {
    const clock = new DayClock();
    const config = { ...quick, linkAgain: 60_000 };
    const service = await startTestService(t, { config, clock });
    const desk = await Peer.login(t, service.port, service.admin);
    const code = await makeLink(desk, "Tablet");
    const token = await tokenOf(service, code);
    assert.equal(await tokenOf(service, code), token, "the answer was lost");
    await service.stop();
    const again = await startTestService(t, { again: service, config, clock });
    assert.equal(await tokenOf(again, code), token);
    assert.deepEqual(await openLink(again, code, nonces[1]), [401, "used"]);
    await Peer.login(t, again.port, token);
    clock.pass(60_000);
    assert.deepEqual(await openLink(again, code), [401, "used"], "the while is over");
    await Peer.login(t, again.port, token);
  },
);

test(
  "GUEST-17: where it cannot be kept that a link was opened it is as good as before",
  bounded,
  async (t) => {
    const service = await startTestService(t, { config: { ...quick, loginFailures: 1 } });
    const desk = await Peer.login(t, service.port, service.admin);
    const code = await makeLink(desk, "Tablet");
    // A folder in the place of what is written first, as if the disk were full.
    const inTheWay = join(service.data, "users.json.tmp");
    await mkdir(inTheWay);
    const [status, said] = await openLink(service, code);
    assert.deepEqual([status, /still valid/.test(said)], [503, true], said);
    await rmdir(inTheWay);
    await Peer.login(t, service.port, await tokenOf(service, code, nonces[1]));
  },
);

test(
  "GUEST-18: a link that nobody opens in time has ended for good, leaves its name to another, and is not renewed",
  bounded,
  async (t) => {
    const clock = new DayClock();
    const service = await startTestService(t, { config: { ...quick, linkWithin: dayMs }, clock });
    const { data, port, admin } = service;
    const desk = await Peer.login(t, port, admin);
    clock.set(clock.now() - 3 * dayMs);
    const [late, brief, opened] = [
      await makeLink(desk, "Late"),
      await makeLink(desk, "Brief", { expires: "1h" }),
      await makeLink(desk, "Opened"),
    ];
    const token = await tokenOf(service, opened);
    clock.pass(dayMs);
    for (const code of [late, brief])
      assert.deepEqual(await openLink(service, code), [401, "ended"]);
    const { has_ended: hasEnded, link_until: until } = await listed(desk, "Late");
    assert.deepEqual([hasEnded, typeof until], [true, "string"]);
    clock.set(clock.now() - dayMs);
    assert.deepEqual(await openLink(service, late), [401, "ended"], "wherever the clock is put");
    await Peer.login(t, port, token);
    const renewed = await runInProcess(["token", "renew", "Late", "--data", data]);
    assert.equal(renewed.code, 1);
    assert.match(renewed.err, /nobody has opened the link of "Late" in time/);
    const shown = await runInProcess(["token", "list", "--data", data]);
    assert.match(shown.out, /^Late .*link not opened$/m);
    await makeLink(desk, "Late");
  },
);

test(
  "GUEST-15: links are made by administrators alone, and what is refused says why and changes nothing",
  bounded,
  async (t) => {
    const { port, admin, viewer } = await startTestService(t, { config: { tokens: 3 } });
    const desk = await Peer.login(t, port, admin);
    for (const [fields, code, says] of [
      [{ name: "wall" }, "not_changed", /"wall" already/],
      [{ name: "x", expires: "soon" }, "invalid_format", /such as 12h or 30d/],
      [{ name: "x", admin: true }, "invalid_format", /admin/],
    ] as const) {
      const error = await desk.error("floorplan/tokens/link", fields);
      assert.deepEqual([error.code, says.test(error.message)], [code, true], error.message);
    }
    await makeLink(desk, "third");
    const full = await desk.error("floorplan/tokens/link", { name: "fourth" });
    assert.match(full.message, /as many tokens as --tokens allows, 3:/);
    const screen = await Peer.login(t, port, viewer);
    assert.equal((await screen.error("floorplan/tokens/link", { name: "x" })).code, "unauthorized");
  },
);
