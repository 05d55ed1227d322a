import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { request } from "node:http";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { bounded } from "../support/timeouts.ts";
import { DayClock } from "../support/day-clock.ts";
import { type DoubleHomeAssistant, startDouble } from "../support/double-home-assistant.ts";
import { eventually } from "../support/polling.ts";
import type { Person } from "../support/home-assistant/home-assistant-under-test.ts";
import { ingressHeaders, startBehindIngress } from "../support/ingress.ts";
import { Peer } from "../support/peer.ts";
import { startTestService, temporaryFolder, type TestService } from "../support/service.ts";
import { objectOf } from "../home-assistant/service-beside.ts";

/** Headers as they are spelled, of which one may stand twice. */
type Spelled = readonly (readonly [name: string, value: string])[];

const spelled = (person: Person): Spelled => Object.entries(ingressHeaders(person));

/** Asks for a token as the page does; the status, and the token where there is one. */
const askToken = (
  { port }: Pick<TestService, "port">,
  headers: Spelled,
): Promise<readonly [status: number, token: string]> =>
  new Promise((resolve, reject) => {
    const asking = request({
      host: "127.0.0.1",
      port,
      path: "/auth/ingress",
      method: "POST",
      headers: ["Host", "homeassistant.local:8123", ...headers.flat(), "Content-Length", "0"],
    });
    asking.on("error", reject);
    asking.on("response", (answer) => {
      let text = "";
      answer.on("data", (bytes) => (text += String(bytes)));
      answer.on("end", () =>
        resolve([answer.statusCode ?? 0, /"token":"([^"]+)"/.exec(text)?.[1] ?? ""]),
      );
    });
    asking.end();
  });

/** What Home Assistant says of its users. */
const listing = (
  home: DoubleHomeAssistant,
  change: (person: Person) => object = () => ({}),
): void =>
  home.answer("config/auth/list", () => ({
    result: [home.owner, home.user, home.guest].map((person): object => {
      const usual = {
        id: person.id,
        username: person.username,
        name: person.name,
        is_owner: person === home.owner,
        is_active: true,
        local_only: false,
        system_generated: false,
        group_ids: [person === home.owner ? "system-admin" : "system-users"],
        credentials: [],
      };
      return Object.assign(usual, change(person));
    }),
  }));

const started = async (t: TestContext, config: Parameters<typeof startTestService>[1] = {}) => {
  const home = await startDouble(t);
  listing(home);
  return { home, service: await startBehindIngress(t, home, config) };
};

/** A connection of somebody whom ingress names; a token that was too old when it came, on a busy machine, is asked for again. */
const logIn = (t: TestContext, service: TestService, person: Person): Promise<Peer> =>
  eventually(async () => {
    const [status, token] = await askToken(service, spelled(person));
    assert.equal(status, 200);
    const peer = await Peer.login(t, service.port, token).catch(() => undefined);
    return peer === undefined ? { not: "let in by a token that was just given" } : { seen: peer };
  }, 10_000);

test(
  "PATH-5: whom ingress names is that user, with the rights that Home Assistant says they have",
  bounded,
  async (t) => {
    const { home, service } = await started(t);
    const owner = await logIn(t, service, { ...home.owner, name: "Jürgen ☀" });
    assert.deepEqual(await owner.result("auth/current_user"), {
      id: `home-assistant:${home.owner.id}`,
      name: "Jürgen ☀",
      is_owner: true,
      is_admin: true,
    });
    await owner.save({ rooms: [] });
    const long = await logIn(t, service, { ...home.owner, name: "☀".repeat(500) });
    const { name } = objectOf(await long.result("auth/current_user"));
    assert.equal(name, "☀".repeat(64), "of a name that is very long so much is taken");
    const user = await logIn(t, service, home.user);
    assert.equal((await user.error("floorplan/plan/save", { plan: {} })).code, "unauthorized");
    const [, token] = await askToken(service, spelled(home.owner));
    const image = `${service.url}/api/floorplan/background?level=none`;
    const headers = { Authorization: `Bearer ${token}` };
    assert.equal((await fetch(image, { method: "DELETE", headers })).status, 200);
    assert(!JSON.stringify(service.log).includes(token.split(".")[1] ?? token));
  },
);

test(
  "PATH-6: the headers are believed from the address of ingress alone, each once and as the Supervisor spells it",
  bounded,
  async (t) => {
    const { home, service } = await started(t);
    const elsewhere = await startTestService(t, {
      config: { homeAssistant: home.url, ingressProxy: "172.30.32.2" },
    });
    const nobody = await startTestService(t, { config: { homeAssistant: home.url } });
    const status = async (headers: Spelled, at = service): Promise<number> =>
      (await askToken(at, headers))[0];
    const right = spelled(home.owner);
    assert.equal(await status(right), 200);
    for (const at of [elsewhere, nobody]) {
      assert.equal(
        await status([...right, ["X-Forwarded-For", "172.30.32.2"]], at),
        403,
        "its Host",
      );
      const own = { "X-Forwarded-For": "172.30.32.2", ...ingressHeaders(home.owner) };
      const asked = await fetch(`${at.url}/auth/ingress`, { method: "POST", headers: own });
      assert.equal(asked.status, 401);
    }
    const without = (name: string): Spelled => right.filter(([each]) => each !== name);
    const odd: readonly Spelled[] = [
      without("X-Remote-User-Id"),
      [...without("X-Remote-User-Id"), ["x-remote-user-id", home.owner.id]],
      [...spelled(home.user), ["x-remote-user-id", home.owner.id]],
      [...spelled(home.user), ["X-Remote-User-Id", home.owner.id]],
      [...without("X-Remote-User-Id"), ["X-Remote-User-Id", " "]],
    ];
    for (const headers of odd) assert.equal(await status(headers), 401, JSON.stringify(headers));
    assert.equal(await status(without("X-Ingress-Path")), 403, "as from anywhere: its Host");
  },
);

test(
  "PATH-7: while Home Assistant cannot be asked, anybody may look; who is not active, or unknown to it, may not",
  bounded,
  async (t) => {
    const { home, service } = await started(t, { config: { homeAssistantCheckMs: 500 } });
    const rights = async (): Promise<unknown> => {
      const peer = await logIn(t, service, home.owner);
      const user = await peer.result("auth/current_user");
      assert(typeof user === "object" && user !== null && "is_admin" in user);
      return user.is_admin;
    };
    assert.equal(await rights(), true);
    listing(home, (person) => (person === home.owner ? { is_active: false } : {}));
    await eventually(async () => {
      const [status] = await askToken(service, spelled(home.owner));
      return status === 401 ? { seen: true } : { not: "refused" };
    }, 10_000);
    const stranger = { ...home.owner, id: "f".repeat(32) };
    assert.equal((await askToken(service, spelled(stranger)))[0], 401);
    home.answer("config/auth/list", () => ({ error: { code: "unauthorized", message: "no" } }));
    await eventually(
      async () =>
        (await askToken(service, spelled(home.owner)))[0] === 200
          ? { seen: true }
          : { not: "let in" },
      10_000,
    );
    assert.equal(await rights(), false, "Home Assistant does not say");
    await home.stop();
    assert.equal(await rights(), false, "Home Assistant is away");
  },
);

test(
  "PATH-7, UPSTREAM-13: a token that is put into the token file in place of another counts from then on",
  bounded,
  async (t) => {
    const file = join(await temporaryFolder(t), "token");
    await writeFile(file, "revoked", { mode: 0o600 });
    const { home, service } = await started(t, {
      config: { homeAssistantCheckMs: 500, homeAssistantTokenFile: file },
    });
    const look = await logIn(t, service, home.owner);
    assert.equal((await look.error("floorplan/plan/save", { plan: {} })).code, "unauthorized");
    await writeFile(file, home.owner.longLivedToken);
    assert.equal((await look.closed).code, 1008);
    await (await logIn(t, service, home.owner)).save({ rooms: [] });
  },
);

test(
  "PATH-7: a change of rights, or of being active, is felt by who is connected",
  bounded,
  async (t) => {
    const { home, service } = await started(t, { config: { homeAssistantCheckMs: 500 } });
    const [owner, user] = [await logIn(t, service, home.owner), await logIn(t, service, home.user)];
    listing(home, (person) => (person === home.user ? { group_ids: ["system-admin"] } : {}));
    assert.equal((await user.closed).code, 1008);
    await (await logIn(t, service, home.user)).save({ rooms: [] });
    listing(home, (person) => (person === home.owner ? { is_active: false } : {}));
    assert.equal((await owner.closed).code, 1008);
  },
);

test(
  "PATH-7: who comes back as somebody else in name or rights has no connection left from before",
  bounded,
  async (t) => {
    const { home, service } = await started(t, { config: { homeAssistantCheckMs: 20_000 } });
    const owner = await logIn(t, service, home.owner);
    assert.equal((await askToken(service, spelled({ ...home.owner, name: "Other" })))[0], 200);
    assert.equal((await owner.closed).code, 1008);
  },
);

/** Whether a token is taken as an administrator's. */
const isTaken = async (service: TestService, token: string): Promise<boolean> => {
  const headers = { Authorization: `Bearer ${token}` };
  const url = `${service.url}/api/floorplan/background?level=none`;
  return (await fetch(url, { method: "DELETE", headers })).status === 200;
};

test(
  "AUTH-20, PATH-7: a token of ingress is for one login, holds for home-assistant-check-ms, and only as many as sessions do",
  bounded,
  async (t) => {
    const clock = new DayClock();
    const { home, service } = await started(t, {
      config: { sessions: 2, homeAssistantCheckMs: 60_000, loginFailures: 1000, loginDelayMs: 0 },
      clock,
    });
    const tokens: string[] = [];
    for (let each = 0; each < 3; each += 1)
      tokens.push((await askToken(service, spelled(home.owner)))[1]);
    const taken = (): Promise<readonly boolean[]> =>
      Promise.all(tokens.map((token) => isTaken(service, token)));
    assert.deepEqual(await taken(), [false, true, true]);
    assert.deepEqual(await taken(), [false, false, false], "each is spent");
    const [, late] = await askToken(service, spelled(home.owner));
    // However the clock is put meanwhile.
    clock.set(clock.now() - 3_600_000);
    clock.pass(60_000);
    assert.equal(await isTaken(service, late), false, "its time is over");
  },
);

test(
  "PATH-7: whoever asks for many tokens of ingress takes none away from others",
  bounded,
  async (t) => {
    const { home, service } = await started(t, {
      config: { sessions: 3, loginFailures: 1000, loginDelayMs: 0 },
    });
    const [, owners] = await askToken(service, spelled(home.owner));
    for (let each = 0; each < 5; each += 1)
      assert.equal((await askToken(service, spelled(home.user)))[0], 200);
    assert.equal(await isTaken(service, owners), true);
  },
);

for (const [how, change] of [
  ["inactive", { is_active: false }],
  ["no administrator any more", { group_ids: ["system-users"] }],
] as const)
  test(
    `PATH-7: who is ${how} comes in with no token from before, be it spent or not`,
    bounded,
    async (t) => {
      const config = { homeAssistantCheckMs: 2000, loginFailures: 1000, loginDelayMs: 0 };
      const { home, service } = await started(t, { config });
      const token = async (): Promise<string> => (await askToken(service, spelled(home.user)))[1];
      listing(home, (each) => (each === home.user ? { group_ids: ["system-admin"] } : {}));
      const spent = await token();
      const peer = await Peer.login(t, service.port, spent);
      await peer.save({ rooms: [] });
      const given = [spent];
      let isOver = false;
      void peer.closed.then(() => (isOver = true));
      listing(home, (each) => (each === home.user ? change : {}));
      await eventually(async () => {
        given.push(await token());
        return isOver ? { seen: true } : { not: "the connection is closed" };
      }, 20_000);
      // The last of them were given around the change, and their time is not over.
      for (const old of [spent, ...given.filter((each) => each !== "").slice(-8)])
        assert.equal(await isTaken(service, old), false, "an administrator's");
    },
  );

test(
  "PATH-8: through ingress a page of the same origin may frame what browsers load, under any name; otherwise nobody may",
  bounded,
  async (t) => {
    const { home, service } = await started(t);
    const direct = {
      "X-Forwarded-Host": "homeassistant.local:8123",
      Origin: "http://homeassistant.local:8123",
    };
    const through = { ...ingressHeaders(home.owner), ...direct };
    const policy = async (headers: Readonly<Record<string, string>>): Promise<string> =>
      (await fetch(`${service.url}/`, { headers })).headers.get("content-security-policy") ?? "";
    assert.match(await policy(through), /frame-ancestors 'self'/);
    assert.match(await policy({}), /frame-ancestors 'none'/);
    assert.match(await policy({ "X-Ingress-Path": "" }), /frame-ancestors 'self'/);
    const change = async (headers: Readonly<Record<string, string>>): Promise<number> =>
      (await fetch(`${service.url}/auth/ingress`, { method: "POST", headers })).status;
    assert.equal(await change(through), 200);
    assert.equal(await change({ ...through, Origin: "http://evil.example" }), 403);
    assert.equal(await change(direct), 403, "X-Forwarded-Host is believed of ingress alone");
  },
);
