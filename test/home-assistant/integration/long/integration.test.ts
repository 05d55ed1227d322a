import assert from "node:assert/strict";
import { mkdir, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { connect as connectTo } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { isDeepStrictEqual } from "node:util";
import { after, test, type TestContext } from "node:test";
import { WebSocketServer } from "ws";
import { type RealHomeAssistant } from "../../../support/home-assistant.ts";
import { connect, type Person } from "../../../support/home-assistant/home-assistant-under-test.ts";
import type { HomeSocket } from "../../../support/home-assistant/socket.ts";
import { listening } from "../../../support/listen-on-free-port.ts";
import { Peer } from "../../../support/peer.ts";
import { eventually } from "../../../support/polling.ts";
import { mayUse } from "../../../support/programs.ts";
import {
  startTestService,
  temporaryFolder,
  type TestScope,
  type TestService,
  type TestServiceOptions,
} from "../../../support/service.ts";
import { failureTexts } from "../../../../src/plan/plan-holder.ts";
import { type FileSystem, nodeFileSystem } from "../../../../wal/index.ts";
import { SegmentDisk } from "../../../service/segment-disk.ts";
import { type FaultyAddress, openFaultyAddress } from "../faulty-address.ts";
import { addIntegration, ask, flow, startWithIntegration } from "../installed.ts";

// Starting Home Assistant takes most of it.
const bounded = { timeout: 240_000 } as const;

interface Installed {
  readonly home: RealHomeAssistant;
  readonly service: TestService;
  /** The address of the service that Home Assistant knows. */
  readonly known: FaultyAddress;
  /** What the config flow said of mistakes. */
  readonly mistakes: readonly unknown[];
  /** Stops the service, and starts it again on its data. */
  readonly stop: () => Promise<void>;
  readonly start: (config: TestServiceOptions["config"], disk?: FileSystem) => Promise<void>;
}

const ends: (() => unknown)[] = [];
const scope = { after: (end: () => unknown): void => void ends.push(end) };
after(async () => {
  for (const end of ends.toReversed()) await end();
});

let installing: Promise<Installed> | undefined;

/** The address of a service that is ready, and whose websocket speaks another language. */
const speakingNoJson = async (t: TestScope): Promise<string> => {
  const server = createServer((_request, response) => response.end('{"status":"ready"}'));
  new WebSocketServer({ server }).on("connection", (socket) => socket.send("<hello/>"));
  return listening(t, server);
};

/** One Home Assistant with the integration, and its service, for all tests of this file; undefined if there is none. */
const installed = (t: TestContext): Promise<Installed> | undefined => {
  if (!mayUse(t, "Home Assistant")) return undefined;
  installing ??= (async () => {
    const [home, service, full] = await Promise.all([
      startWithIntegration(scope),
      startTestService(scope),
      startTestService(scope, { config: { tokens: 2 } }),
    ]);
    const known = await openFaultyAddress(scope, service.port);
    const form = await flow(home, "flow", { handler: "floorplan" });
    const { url, admin, viewer } = service;
    const mistakes: unknown[] = [];
    for (const mistake of [
      { url: "nowhere", token: admin },
      { url: "http://127.0.0.1:1", token: admin },
      { url: url.replace("//", "//name:password@"), token: admin },
      { url: home.url, token: admin },
      { url: await speakingNoJson(scope), token: admin },
      { url, token: "wrong" },
      { url, token: viewer },
      { url: full.url, token: full.admin },
    ]) {
      const said = await flow(home, `flow/${String(form["flow_id"])}`, mistake);
      mistakes.push([said["errors"], Object(said["description_placeholders"]).reason]);
    }
    await addIntegration(home, `${known.url}/ `, admin);
    let running = service;
    return {
      home,
      service,
      known,
      mistakes,
      stop: () => running.stop(),
      start: async (config = {}, fs = nodeFileSystem) => {
        running = await startTestService(scope, { again: service, config, fs });
      },
    };
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

const entryOf = async (owner: HomeSocket): Promise<{ entry_id: string; state: string }> =>
  Object(Object(await owner.call({ type: "config_entries/get", domain: "floorplan" }))[0]);

const stateOf = async (home: RealHomeAssistant): Promise<string> => {
  const owner = await connect(home, home.owner.longLivedToken);
  const entry = await entryOf(owner);
  await owner.close();
  return entry.state;
};

test(
  "INTEG-1: the config flow says what is wrong, and makes a delegate's token with an administrator's",
  bounded,
  async (t) => {
    const all = await installed(t);
    if (all === undefined) return;
    const { home, service, mistakes } = all;
    const base = mistakes.map((each) => JSON.stringify(each));
    assert.match(base[0] ?? "", /"url":"invalid_url"/);
    assert.match(base[1] ?? "", /"base":"cannot_connect"/);
    assert.match(base[2] ?? "", /"url":"invalid_url"/);
    assert.match(base[3] ?? "", /"base":"not_service"/);
    assert.match(base[4] ?? "", /"base":"not_service"/);
    assert.match(base[5] ?? "", /"base":"invalid_auth"/);
    assert.match(base[6] ?? "", /"base":"not_administrator"},".*is for administrators only"/);
    assert.match(base[7] ?? "", /"base":"no_token"},".*tokens.*"/);
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
  "INTEG-4: whoever becomes an administrator while the service is being connected is that with the next command",
  bounded,
  async (t) => {
    const all = await installed(t);
    if (all === undefined) return;
    const { home, known } = all;
    const owner = await connect(home, home.owner.longLivedToken);
    const leaver = await connect(home, home.leaver.longLivedToken);
    const update = (group: string): Promise<unknown> =>
      owner.call({ type: "config/auth/update", user_id: home.leaver.id, group_ids: [group] });
    const { held, release } = known.holdWebsocket();
    const got = leaver.call({ type: "floorplan/plan/get" });
    await held;
    await update("system-admin");
    const saved = leaver.call({ type: "floorplan/plan/save", plan });
    // Answered by Home Assistant itself, so it has the command before.
    await leaver.call({ type: "auth/current_user" });
    release();
    await Promise.all([got, saved]);
    await update("system-users");
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
  "INTEG-5: a file within which the service is lost ends with the connection",
  bounded,
  async (t) => {
    const all = await installed(t);
    if (all === undefined) return;
    const { home, known } = all;
    const path = "/floorplan_frontend/floorplan-card.js";
    const { bytes } = await look(home, path);
    known.breakAnswer("GET /floorplan-card.js", 20_000);
    const { hostname, port, host } = new URL(home.url);
    const socket = connectTo(Number(port), hostname);
    socket.write(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
    const told = await text(socket);
    assert.match(told, /^HTTP\/1\.1 200 /);
    assert.doesNotMatch(told, /HTTP\/1\.1 502|does not answer/);
    assert.equal(told.length < bytes.length, true);
    assert.equal((await look(home, path)).status, 200);
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
  "INTEG-6: a file in www/floorplan is served if the service does not have it, or is away",
  bounded,
  async (t) => {
    const all = await installed(t);
    if (all === undefined) return;
    const { home, service } = all;
    const { port } = service;
    const www = join(home.folder, "www", "floorplan");
    await mkdir(www, { recursive: true });
    await writeFile(join(www, "own.svg"), "<svg/>");
    const own = async (): Promise<string> => {
      const { status, bytes } = await look(home, "/local/floorplan/own.svg");
      return `${status} ${String(bytes)}`;
    };
    assert.equal(await own(), "200 <svg/>");
    await all.stop();
    assert.equal(await own(), "200 <svg/>");
    assert.equal((await look(home, "/local/floorplan/other.svg")).status, 502);
    await all.start({ port });
  },
);

test(
  "INTEG-7: while the service is away commands are refused and subscriptions wait, those that are made meanwhile too",
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
    await all.stop();
    await assert.rejects(owner.call({ type: "floorplan/plan/get" }), /not_loaded/);
    const away = await look(home, "/floorplan_frontend/floorplan-card.js");
    assert.equal(away.status, 502);
    assert.equal(away.headers.get("cache-control"), "no-store");
    const told = [followed.events.length, subscribed.events.length];
    const late = owner.subscribe({ type: "floorplan/plan/follow" });
    await all.start({ port });
    const again = Object(await followed.event(() => true, told[0]));
    assert.deepEqual(Object.keys(again), ["rev", "plan"]);
    await subscribed.event(() => true, told[1]);
    await (await late).event((event) => "plan" in Object(event));
    const { rev } = Object(await owner.call({ type: "floorplan/plan/save", plan }));
    await subscribed.event((event) => Object(event).rev === rev);
    await owner.close();
  },
);

/** The states of the integration's entities, by the last part of their ids, after they were asked for again. */
const entities = async (owner: HomeSocket): Promise<Record<string, string>> => {
  await owner.call({
    type: "call_service",
    domain: "homeassistant",
    service: "update_entity",
    service_data: { entity_id: "binary_sensor.floor_plan_service" },
  });
  const states = Object.values(Object(await owner.call({ type: "get_states" })));
  return Object.fromEntries(
    states.flatMap((each) => {
      const { entity_id: id, state } = Object(each);
      const name = /\.floor_plan_(\w+)$/.exec(id)?.[1];
      return name === undefined ? [] : [[name, state]];
    }),
  );
};

/** Home Assistant asks no oftener than every 10 seconds. */
const become = (owner: HomeSocket, wanted: Readonly<Record<string, string>>): Promise<unknown> =>
  eventually(async () => {
    const seen = await entities(owner);
    return isDeepStrictEqual(seen, wanted) ? { seen } : { not: JSON.stringify(seen) };
  }, 30_000);

test(
  "INTEG-10: a device has the revision, the connected screens and the service's health; while the service is away only that is known",
  bounded,
  async (t) => {
    const all = await installed(t);
    if (all === undefined) return;
    const { home, service, known } = all;
    const { port } = service;
    const owner = await connect(home, home.owner.longLivedToken);
    const followed = await owner.subscribe({ type: "floorplan/plan/follow" });
    await followed.event(() => true);
    const { rev } = Object(await owner.call({ type: "floorplan/plan/save", plan }));
    const here = { revision: String(rev), connected_screens: "1", service: "on", problem: "off" };
    await become(owner, here);
    const devices = Object.values(
      Object(await owner.call({ type: "config/device_registry/list" })),
    );
    const device = Object(devices.find((each) => Object(each).name === "Floor plan"));
    assert.deepEqual([device.entry_type, device.configuration_url], ["service", known.url]);
    const logged = (): readonly string[] =>
      home.printed().match(/Error fetching floorplan data: [^\n]*/g) ?? [];
    // Other tests stop the service, too.
    const before = logged().length;
    await all.stop();
    const away = {
      connected_screens: "unavailable",
      problem: "unavailable",
      revision: "unavailable",
    };
    await become(owner, { ...away, service: "off" });
    const told = logged().slice(before);
    assert.equal(told.length, 1, told.join("\n"));
    assert.match(told[0] ?? "", /The floor plan service does not answer/);
    await all.start({ port });
    await followed.unsubscribe();
    await become(owner, { ...here, connected_screens: "0" });
    await owner.close();
  },
);

/** The problems of the integration among the repairs, with their reasons. */
const repairsOf = async (owner: HomeSocket): Promise<Readonly<Record<string, string>>> => {
  const listed = Object(await owner.call({ type: "repairs/list_issues" }));
  return Object.fromEntries(
    Object.values(Object(listed.issues))
      .map((each) => Object(each))
      .filter(({ domain }) => domain === "floorplan")
      .map(({ issue_id: id, translation_placeholders: told }) => [id, told.reason]),
  );
};

/** Waits until these are the problems among the repairs, and no others. */
const becomeRepairs = (
  owner: HomeSocket,
  wanted: readonly string[],
): Promise<Readonly<Record<string, string>>> =>
  eventually(async () => {
    await entities(owner);
    const seen = await repairsOf(owner);
    return isDeepStrictEqual(Object.keys(seen), wanted) ? { seen } : { not: JSON.stringify(seen) };
  }, 90_000);

test(
  "INTEG-11: diagnostics have neither a token nor a name; a failing backup is among the repairs until one was made",
  bounded,
  async (t) => {
    const all = await installed(t);
    if (all === undefined) return;
    const { home, service, known } = all;
    const owner = await connect(home, home.owner.longLivedToken);
    const entry = await entryOf(owner);
    const told = await ask(home, "GET", `diagnostics/config_entry/${entry.entry_id}`);
    const { data } = Object(told);
    assert.equal(data.status, "ready");
    assert.equal(data.url, known.url);
    assert.equal(/token|[\w-]{43}|Owner/.test(JSON.stringify(data)), false, JSON.stringify(data));
    const { port } = service;
    await becomeRepairs(owner, []);
    await all.stop();
    await all.start({ port, backupTo: "/dev/null/backups" });
    await becomeRepairs(owner, ["backups_fail"]);
    await all.stop();
    await all.start({ port });
    await becomeRepairs(owner, []);
    await owner.close();
  },
);

test(
  "INTEG-11: a service whose disk failed is among the repairs, with its reason, until it can save again",
  bounded,
  async (t) => {
    const all = await installed(t);
    if (all === undefined) return;
    const { home, service } = all;
    const { port } = service;
    const owner = await connect(home, home.owner.longLivedToken);
    const disk = new SegmentDisk();
    await all.stop();
    await all.start({ port }, disk.fs);
    await owner.call({ type: "floorplan/plan/save", plan });
    await becomeRepairs(owner, []);
    disk.failNextSync("is there");
    await assert.rejects(owner.call({ type: "floorplan/plan/save", plan }));
    const { service_failed: reason } = await becomeRepairs(owner, ["service_failed"]);
    assert.equal(reason, failureTexts.storage);
    await all.stop();
    await all.start({ port });
    await becomeRepairs(owner, []);
    await owner.close();
  },
);

test(
  "INTEG-14: an automation makes a backup, and learns which; without a folder it fails with the service's reason",
  bounded,
  async (t) => {
    const all = await installed(t);
    if (all === undefined) return;
    const { home, service } = all;
    const backUp = (person: Person) =>
      fetch(address(home, "/api/services/floorplan/backup?return_response"), {
        method: "POST",
        headers: { authorization: `Bearer ${person.longLivedToken}` },
      });
    const owner = await connect(home, home.owner.longLivedToken);
    const command = {
      type: "call_service",
      domain: "floorplan",
      service: "backup",
      return_response: true,
    };
    await assert.rejects(owner.call(command), /The floor plan was not backed up: .*--backup-to/);
    const { port } = service;
    await all.stop();
    await all.start({ port, backupTo: await temporaryFolder(t) });
    // The scheduled one, which is due after a start, may have taken the name of this second.
    const response = Object(
      await eventually(async () => {
        const { success, result, error } = await owner.ask(command);
        return success === true
          ? { seen: Object(result).response }
          : { not: JSON.stringify(error) };
      }, 90_000),
    );
    assert.match(response.file, /^floorplan-.*\.tar\.gz$/);
    assert.equal(response.rev > 0 && response.bytes > 0, true);
    assert.equal((await backUp(home.user)).status, 401);
    await all.stop();
    await all.start({ port });
    await owner.close();
  },
);

test(
  "INTEG-12: a token that was revoked is presented once more at most, and asked for again; another one puts everything right",
  bounded,
  async (t) => {
    const all = await installed(t);
    if (all === undefined) return;
    const { home, service } = all;
    const owner = await connect(home, home.owner.longLivedToken);
    const desk = await Peer.login(t, service.port, service.admin);
    const failures = async (): Promise<number> => {
      const headers = { authorization: `Bearer ${service.admin}` };
      const metrics = await (await fetch(`${service.url}/metrics`, { headers })).text();
      return Number(/^floorplan_login_failures_total (\d+)$/m.exec(metrics)?.[1]);
    };
    const failed = await failures();
    const viewing = await connect(home, home.user.longLivedToken);
    const followed = await viewing.subscribe({ type: "floorplan/plan/follow" });
    await followed.event(() => true);
    for (const { name, delegate } of await tokensOf(t, service))
      if (delegate) await desk.result("floorplan/tokens/revoke", { name });
    for (let time = 0; time < 12; time += 1)
      await assert.rejects(owner.call({ type: "floorplan/plan/get" }), /not_loaded/);
    assert.equal((await failures()) <= failed + 1, true);
    const asking = async (): Promise<readonly unknown[]> =>
      Object.values(Object(await owner.call({ type: "config_entries/flow/progress" })));
    const [reauth] = await asking();
    const { flow_id: id, context } = Object(reauth);
    assert.equal(context.source, "reauth");
    const wrong = await flow(home, `flow/${id}`, { token: service.viewer });
    assert.deepEqual(wrong["errors"], { base: "not_administrator" });
    const right = await flow(home, `flow/${id}`, { token: service.admin });
    assert.equal(right["reason"], "reauth_successful");
    await eventually(async () => {
      const answer = await owner.ask({ type: "floorplan/plan/get" });
      return answer["success"] === true ? { seen: answer } : { not: JSON.stringify(answer) };
    }, 20_000);
    assert.deepEqual(await asking(), []);
    await viewing.close();
    await owner.close();
  },
);

test(
  "INTEG-13: the sidebar shows the floor plan as the options say; reconfiguring keeps the token; what is removed leaves nothing",
  bounded,
  async (t) => {
    const all = await installed(t);
    if (all === undefined) return;
    const { home, service } = all;
    const owner = await connect(home, home.owner.longLivedToken);
    const { entry_id: entry } = await entryOf(owner);
    const hasPanel = async (): Promise<boolean> =>
      "floorplan" in Object(await owner.call({ type: "get_panels" }));
    const setPanel = async (panel: boolean): Promise<void> => {
      const form = await flow(home, "options/flow", { handler: entry });
      await flow(home, `options/flow/${String(form["flow_id"])}`, { panel });
      await eventually(async () => {
        const seen = (await hasPanel()) === panel;
        return seen ? { seen } : { not: "yet" };
      }, 10_000);
    };
    await setPanel(false);
    await setPanel(true);
    const form = await flow(home, "flow", { handler: "floorplan", entry_id: entry });
    assert.equal(form["step_id"], "reconfigure", JSON.stringify(form));
    const before = (await tokensOf(t, service)).length;
    await all.stop();
    await all.start({ port: service.port, backupTo: "/dev/null/backups" });
    const done = await flow(home, `flow/${String(form["flow_id"])}`, { url: `${service.url}/` });
    assert.equal(done["reason"], "reconfigure_successful", JSON.stringify(done));
    assert.equal((await tokensOf(t, service)).length, before);
    await becomeRepairs(owner, ["backups_fail"]);
    await ask(home, "DELETE", `config/config_entries/entry/${entry}`);
    assert.equal(await hasPanel(), false);
    assert.deepEqual(await repairsOf(owner), {});
    assert.deepEqual(await owner.call({ type: "config_entries/get", domain: "floorplan" }), []);
    await assert.rejects(owner.call({ type: "floorplan/plan/get" }), /not_loaded/);
    await owner.close();
  },
);
