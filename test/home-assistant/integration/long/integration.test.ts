import assert from "node:assert/strict";
import { after, test, type TestContext } from "node:test";
import { type RealHomeAssistant } from "../../../support/home-assistant.ts";
import { connect } from "../../../support/home-assistant/home-assistant-under-test.ts";
import { Peer } from "../../../support/peer.ts";
import { eventually } from "../../../support/polling.ts";
import { mayUse } from "../../../support/programs.ts";
import { startTestService, type TestService } from "../../../support/service.ts";
import { addIntegration, flow, startWithIntegration } from "../installed.ts";

// Starting Home Assistant takes most of it.
const bounded = { timeout: 120_000 } as const;

interface Installed {
  readonly home: RealHomeAssistant;
  readonly service: TestService;
  /** What the config flow said of mistakes. */
  readonly mistakes: readonly unknown[];
}

const ends: (() => unknown)[] = [];
const scope = { after: (end: () => unknown): void => void ends.push(end) };
after(async () => {
  for (const end of ends.toReversed()) await end();
});

let installing: Promise<Installed> | undefined;

/** One Home Assistant with the integration, and its service, for all tests of this file; undefined if there is none. */
const installed = (t: TestContext): Promise<Installed> | undefined => {
  if (!mayUse(t, "Home Assistant")) return undefined;
  installing ??= (async () => {
    const [home, service] = await Promise.all([
      startWithIntegration(scope),
      startTestService(scope),
    ]);
    const form = await flow(home, "flow", { handler: "floorplan" });
    const { url, admin, viewer } = service;
    const mistakes: unknown[] = [];
    for (const mistake of [
      { url: "nowhere", token: admin },
      { url: "http://127.0.0.1:1", token: admin },
      { url: home.url, token: admin },
      { url, token: "wrong" },
      { url, token: viewer },
    ])
      mistakes.push((await flow(home, `flow/${String(form["flow_id"])}`, mistake))["errors"]);
    await addIntegration(home, `${url}/ `, admin);
    return { home, service, mistakes };
  })();
  return installing;
};

const plan = { rooms: [{ id: "hall", name: "Hall" }] };

const tokensOf = async (t: TestContext, { port, admin }: TestService) => {
  const desk = await Peer.login(t, port, admin);
  const tokens = Object.values(Object(await desk.result("floorplan/tokens/list")));
  return tokens.map((each): { name: string; delegate: boolean; connections: number } =>
    Object(each),
  );
};

const address = (home: RealHomeAssistant, path: string): string => `${home.url}${path}`;

/** The status of a path of Home Assistant, asked by a stranger, and some of its headers. */
const look = async (home: RealHomeAssistant, path: string, headers = {}) => {
  const answer = await fetch(address(home, path), { headers });
  const bytes = Buffer.from(await answer.arrayBuffer());
  return { status: answer.status, headers: answer.headers, bytes };
};

const stateOf = async (home: RealHomeAssistant): Promise<string> => {
  const owner = await connect(home, home.owner.longLivedToken);
  const entries = await owner.call({ type: "config_entries/get", domain: "floorplan" });
  await owner.close();
  return String(Object(Object.values(Object(entries))[0]).state);
};

test(
  "INTEG-1: the config flow says what is wrong, and makes a delegate's token with an administrator's",
  bounded,
  async (t) => {
    const all = await installed(t);
    if (all === undefined) return;
    const { home, service } = all;
    assert.equal(await stateOf(home), "loaded");
    const made = (await tokensOf(t, service)).filter(({ delegate }) => delegate);
    assert.equal(made.length, 1);
    assert.match(made[0]?.name ?? "", /^Home Assistant [\da-f]{6}$/);
    const form = await flow(home, "flow", { handler: "floorplan" });
    // Home Assistant has one plan.
    assert.equal(form["reason"], "single_instance_allowed");
  },
);

test(
  "INTEG-2: commands and subscriptions reach the service as the user who asks, and end with the connection",
  bounded,
  async (t) => {
    const all = await installed(t);
    if (all === undefined) return;
    const { home, service } = all;
    const owner = await connect(home, home.owner.longLivedToken);
    const user = await connect(home, home.user.longLivedToken);
    const followed = await user.subscribe({ type: "floorplan/plan/follow" });
    await followed.event(() => true);
    await assert.rejects(user.call({ type: "floorplan/plan/save", plan }), /unauthorized/);
    const saved = Object(await owner.call({ type: "floorplan/plan/save", plan }));
    await followed.event((event) => Object(event).rev === saved.rev);
    const [newest] = Object.values(Object(await owner.call({ type: "floorplan/history/details" })));
    assert.equal(Object(newest).by.name, home.owner.name);
    await assert.rejects(user.call({ type: "floorplan/plan/get", more: 1 }), /invalid_format/);
    const connections = async () =>
      (await tokensOf(t, service)).find(({ delegate }) => delegate)?.connections;
    // The owner's has nothing left to do, and is closed.
    await eventually(async () => {
      const count = await connections();
      return count === 1 ? { seen: count } : { not: String(count) };
    }, 10_000);
    await user.close();
    await eventually(async () => {
      const count = await connections();
      return count === 0 ? { seen: count } : { not: String(count) };
    }, 10_000);
    await owner.close();
  },
);

test(
  "INTEG-3: an unsubscribed plan tells nothing more, while another subscription of the connection goes on",
  bounded,
  async (t) => {
    const all = await installed(t);
    if (all === undefined) return;
    const owner = await connect(all.home, all.home.owner.longLivedToken);
    const [one, two] = [
      await owner.subscribe({ type: "floorplan/plan/subscribe" }),
      await owner.subscribe({ type: "floorplan/plan/subscribe" }),
    ];
    await one.event(() => true);
    await one.unsubscribe();
    const told = one.events.length;
    const { rev } = Object(await owner.call({ type: "floorplan/plan/save", plan }));
    await two.event((event) => Object(event).rev === rev);
    assert.equal(one.events.length, told);
    await owner.close();
  },
);

test(
  "INTEG-4: whoever becomes an administrator, or is one no longer, is that to the service with the next command",
  bounded,
  async (t) => {
    const all = await installed(t);
    if (all === undefined) return;
    const { home } = all;
    const owner = await connect(home, home.owner.longLivedToken);
    const leaver = await connect(home, home.leaver.longLivedToken);
    const followed = await leaver.subscribe({ type: "floorplan/plan/subscribe" });
    const update = (group: string): Promise<unknown> =>
      owner.call({ type: "config/auth/update", user_id: home.leaver.id, group_ids: [group] });
    await update("system-admin");
    const { rev } = Object(await leaver.call({ type: "floorplan/plan/save", plan }));
    await followed.event((event) => Object(event).rev === rev);
    await update("system-users");
    await assert.rejects(leaver.call({ type: "floorplan/plan/save", plan }), /unauthorized/);
    await leaver.close();
    await owner.close();
  },
);

test(
  "INTEG-5: Home Assistant serves the loader, and the service's card, panel and what they load, as the service does",
  bounded,
  async (t) => {
    const all = await installed(t);
    if (all === undefined) return;
    const { home, service } = all;
    assert.match(String((await look(home, "/floorplan_frontend/loader.js")).bytes), /import\(/);
    const direct = await fetch(`${service.url}/floorplan-card.js`);
    const card = await look(home, "/floorplan_frontend/floorplan-card.js");
    assert.equal(card.status, 200);
    assert.deepEqual(card.bytes, Buffer.from(await direct.arrayBuffer()));
    assert.equal(card.headers.get("cache-control"), direct.headers.get("cache-control"));
    const etag = card.headers.get("etag") ?? "";
    const again = await look(home, "/floorplan_frontend/floorplan-card.js", {
      "if-none-match": etag,
    });
    assert.equal(again.status, 304);
    const asset = /assets\/[\w-]+\.js/.exec(String(card.bytes))?.[0] ?? "";
    const loaded = await look(home, `/floorplan_frontend/${asset}`);
    assert.equal(loaded.status, 200);
    assert.match(loaded.headers.get("cache-control") ?? "", /immutable/);
    for (const other of ["healthz", "..%2fhealthz", "assets/..%2f..%2fhealthz", "index.html"])
      assert.match(
        String((await look(home, `/floorplan_frontend/${other}`)).status),
        /^40[04]$/,
        other,
      );
    const owner = await connect(home, home.owner.longLivedToken);
    const panels = Object(await owner.call({ type: "get_panels" }));
    assert.equal(panels.floorplan.title, "Floor plan");
    assert.match(JSON.stringify(panels.floorplan.config), /loader\.js\?.*module=panel/);
    await owner.close();
  },
);

test(
  "INTEG-6: administrators upload images through Home Assistant, and browsers load them without a token",
  bounded,
  async (t) => {
    const all = await installed(t);
    if (all === undefined) return;
    const { home } = all;
    const upload = (token: string): Promise<Response> => {
      const form = new FormData();
      form.append("level", "ground");
      form.append("file", new Blob(['<svg xmlns="http://www.w3.org/2000/svg"/>']), "plan.svg");
      const headers = { authorization: `Bearer ${token}` };
      return fetch(address(home, "/api/floorplan/background"), {
        method: "POST",
        headers,
        body: form,
      });
    };
    assert.equal((await upload(home.user.longLivedToken)).status, 403);
    assert.equal((await upload("none")).status, 401);
    const uploaded = await upload(home.owner.longLivedToken);
    assert.equal(uploaded.status, 200);
    const { url } = Object(await uploaded.json());
    const image = await look(home, url);
    assert.equal(image.status, 200);
    assert.equal(image.headers.get("content-type"), "image/svg+xml");
    assert.match(image.headers.get("content-security-policy") ?? "", /sandbox/);
    assert.match(image.headers.get("cache-control") ?? "", /immutable/);
    const removed = await fetch(address(home, "/api/floorplan/background?level=ground"), {
      method: "DELETE",
      headers: { authorization: `Bearer ${home.owner.longLivedToken}` },
    });
    assert.deepEqual(await removed.json(), { ok: true });
    assert.equal((await look(home, "/local/floorplan/bg_other.svg")).status, 404);
  },
);

test(
  "INTEG-7: while the service is away commands are refused and who follows begins again; it is back by itself",
  bounded,
  async (t) => {
    const all = await installed(t);
    if (all === undefined) return;
    const { home, service } = all;
    const owner = await connect(home, home.owner.longLivedToken);
    const followed = await owner.subscribe({ type: "floorplan/plan/follow" });
    const subscribed = await owner.subscribe({ type: "floorplan/plan/subscribe" });
    await followed.event(() => true);
    await subscribed.event(() => true);
    const { port } = service;
    await service.stop();
    const begin = await followed.event((event) => Object(event).from === -1);
    assert.deepEqual(begin, { rev: 0, from: -1, changes: [] });
    await assert.rejects(owner.call({ type: "floorplan/plan/get" }), /not_loaded/);
    const away = await look(home, "/floorplan_frontend/floorplan-card.js");
    assert.equal(away.status, 502);
    assert.equal(away.headers.get("cache-control"), "no-store");
    const told = subscribed.events.length;
    await startTestService(scope, { again: service, config: { port } });
    await subscribed.event(() => true, told);
    const { rev } = Object(await owner.call({ type: "floorplan/plan/save", plan }));
    await subscribed.event((event) => Object(event).rev === rev);
    await owner.close();
  },
);
