import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { plainPath, upload } from "../images/image-requests.ts";
import { range, revOf } from "../service/revisions.ts";
import { makeLink, openLink } from "../support/access-links.ts";
import { greyPng } from "../support/grey-png.ts";
import { type Message, Peer } from "../support/peer.ts";
import { until, bounded } from "../support/timeouts.ts";
import { ask, type Asked, startTestHomes, type TestHome } from "../support/homes.ts";

/** In everything that is done in one home, so that it is found wherever it should not be. */
const marker = "Marker7c1f";
const marked = new RegExp(marker);

const config = { loginDelayMs: 0, loginFailures: 4 };

const markedPlan = (number: number) => ({
  rooms: [
    {
      id: marker,
      name: marker,
      points: [
        [0, 0],
        [4, 0],
        [4, 3],
      ],
    },
  ],
  number,
});

/** Every command that needs no Home Assistant, with fields that fit the marked home. */
const commands: readonly (readonly [type: string, fields?: Message])[] = [
  ["ping"],
  ["auth/current_user"],
  ["get_config"],
  ["get_states"],
  ["subscribe_entities"],
  ["subscribe_events", { event_type: "area_registry_updated" }],
  ["config/area_registry/list"],
  ["floorplan/plan/get"],
  ["floorplan/plan/subscribe"],
  ["floorplan/plan/follow"],
  ["floorplan/presence/subscribe"],
  ["floorplan/house/subscribe"],
  ["floorplan/positions/subscribe"],
  ["floorplan/presence/update", { presence: 1, selection: ["rooms/x"], level: "0" }],
  ["floorplan/history/list"],
  ["floorplan/history/times"],
  ["floorplan/history/details"],
  ["floorplan/history/get", { rev: 1 }],
  ["floorplan/history/get", { rev: 2 }],
  ["floorplan/yaml/parse", { text: "a: 1" }],
  ["floorplan/yaml/dump", { data: [1] }],
  ["floorplan/backup/make"],
  ["floorplan/tokens/list"],
  ["floorplan/bans/list"],
];

/** The bytes of all files in a folder, as text. */
const allBytes = async (folder: string): Promise<string> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const texts = await Promise.all(
    files.map((entry) => readFile(join(entry.parentPath, entry.name), "latin1")),
  );
  return texts.join("\n");
};

/** Does everything in a home that leaves something there; returns what strangers could try elsewhere. */
const live = async (home: TestHome) => {
  const desk = await home.login(home.admin);
  const others = await Promise.all(range(1, 3).map(() => home.login(home.viewer)));
  for (const [type, fields] of commands) await desk.command(type, fields);
  const image = await upload(
    home,
    marker,
    greyPng({ width: 1, height: 1, data: new Uint8Array([7]) }),
    "plan.png",
  );
  await desk.save({ ...markedPlan(1), background: image });
  await desk.save(markedPlan(2), 1);
  const { token } = Object(
    await desk.result("floorplan/tokens/create", { name: marker, control: true }),
  );
  const link = await makeLink(desk, `${marker} too`);
  const known = desk.received.find(({ event }) => Object(event ?? {}).you !== undefined);
  const { you } = Object(known?.["event"]);
  await desk.result("floorplan/presence/update", {
    presence: you,
    selection: [`rooms/${marker}`],
    level: marker,
  });
  return { desk, others, image, token: String(token), link, presence: Number(you) };
};

const statusOf = async (port: number, id: string, path: string, asked: Asked) => {
  const { status, headers, body } = await ask(port, `/h/${id}${path}`, asked);
  const { date: _, ...others } = headers;
  return JSON.stringify({ status, headers: others, body });
};

/** What a websocket says to a token. */
const login = async (
  t: Parameters<typeof Peer.open>[0],
  port: number,
  id: string,
  token: string,
) => {
  const peer = await Peer.open(t, port, { url: `ws://127.0.0.1:${port}/h/${id}/api/websocket` });
  peer.send({ type: "auth", access_token: token });
  return JSON.stringify([await peer.closed, peer.received]);
};

const requests = (token: string): readonly (readonly [string, Asked])[] => {
  const headers = { Authorization: `Bearer ${token}` };
  return [
    ["/api/floorplan/background", { method: "POST", headers, body: "x" }],
    ["/api/floorplan/background?level=ground", { method: "DELETE", headers }],
    ["/settings.json", { headers }],
    ["/metrics", { headers }],
    ["/healthz", { headers }],
    ["/provider/homes", { headers }],
  ];
};

const wrong = "w".repeat(43);

test(
  "HOMES-13: a token of one home is a wrong one at another, and at the provider",
  bounded,
  async (t) => {
    const plenty = { ...config, loginFailures: 1000 };
    const { port, home, service } = await startTestHomes(t, { config: plenty });
    const [one, two] = [home("one"), home("two")];
    const { token } = await live(one);
    const provider = service.first.firstToken ?? assert.fail("the provider has a token");
    const listed = await ask(port, "/provider/homes", {
      headers: { Authorization: `Bearer ${provider}` },
    });
    assert.equal(listed.status, 200, listed.body);
    for (const [id, tokens] of [
      ["two", [one.admin, one.viewer, token, provider]],
      ["one", [two.admin, two.viewer]],
      ["nobody", [one.admin]],
    ] as const) {
      const expected = await login(t, port, id, wrong);
      for (const each of tokens) {
        assert.equal(await login(t, port, id, each), expected, id);
        for (const [at, [path, asked]] of requests(each).entries()) {
          const [, plain] = requests(wrong)[at] ?? ["", {}];
          assert.equal(
            await statusOf(port, id, path, asked),
            await statusOf(port, id, path, plain),
          );
        }
      }
    }
    for (const path of ["/provider/homes", "/provider/homes/one", "/metrics"]) {
      const own = await ask(port, path, { headers: { Authorization: `Bearer ${one.admin}` } });
      const strange = await ask(port, path, { headers: { Authorization: `Bearer ${wrong}` } });
      assert.deepEqual([own.status, own.body], [strange.status, strange.body], path);
      assert(own.status >= 400, path);
    }
  },
);

test(
  "HOMES-13: nothing of one home is in another: no event, answer, file, presence, token, image or connection",
  bounded,
  async (t) => {
    const { port, home, log, root } = await startTestHomes(t, { config });
    const [one, two] = [home("one"), home("two")];
    const watcher = await two.login(two.admin);
    for (const [type, fields] of commands) await watcher.command(type, fields);
    const { image, presence, desk } = await live(one);
    // Whatever one home has, the other is asked for by the same id.
    for (const [type, fields] of [
      ...commands,
      ["floorplan/presence/update", { presence, selection: ["rooms/x"], level: "0" }] as const,
      ["unsubscribe_events", { subscription: 999 }] as const,
    ])
      await watcher.command(type, fields);
    const { status } = await ask(port, `/h/two${image}`);
    assert.equal(status, 404);
    assert.equal((await ask(port, `/h/two${plainPath(image)}`)).status, 404);
    assert.doesNotMatch(JSON.stringify(watcher.received), marked);
    const listed = await watcher.result("floorplan/tokens/list");
    assert(Array.isArray(listed));
    assert.deepEqual(
      listed.map(({ name, connections }) => [name, connections]),
      [
        ["admin", 1],
        ["wall", 0],
      ],
    );
    // The order of events shows that none of the other home's came before its own.
    assert.equal(await watcher.save({ rooms: [] }), 1);
    await until(() => JSON.stringify(watcher.received).includes('"rev":1'));
    assert.doesNotMatch(JSON.stringify(watcher.received), marked);
    assert.equal(revOf(await desk.result("floorplan/plan/get")), 2);

    const [mine, others] = await Promise.all([allBytes(one.data), allBytes(two.data)]);
    assert.match(mine, marked, "the search finds what is there");
    assert.doesNotMatch(others, marked);
    for (const entry of await readdir(root, { withFileTypes: true })) {
      if (!entry.isDirectory() || entry.name === "homes") continue;
      assert.doesNotMatch(await allBytes(join(root, entry.name)), marked, entry.name);
    }
    for (const line of log)
      if (JSON.stringify(line).includes(marker)) assert.equal(line["home"], "one", line.msg);
    for (const path of ["/healthz", "/livez", "/metrics", "/api/openapi.json"])
      assert.doesNotMatch((await ask(port, path)).body, marked, path);
  },
);

test(
  "HOMES-13: a link, a ban and the end of a token concern their own home alone",
  bounded,
  async (t) => {
    const { port, home, stop } = await startTestHomes(t, { config });
    const [one, two] = [home("one"), home("two")];
    const { link, others, desk } = await live(one);
    const admin = await two.login(two.admin);
    const [status, said] = await openLink(two, link);
    assert.deepEqual([status, said], [401, "unknown"]);
    assert.equal((await openLink(one, link))[0], 200);
    const unknown = await admin.error("floorplan/tokens/revoke", { name: marker });
    assert.equal(unknown.code, "not_changed");
    // The same name in both homes.
    await admin.result("floorplan/tokens/revoke", { name: "wall" });
    for (const each of others) assert.equal(revOf(await each.result("floorplan/plan/get")), 2);
    await Promise.all(range(1, 4).map(() => login(t, port, "one", wrong)));
    assert.match(await login(t, port, "one", wrong), /banned until/);
    assert.doesNotMatch(await login(t, port, "two", wrong), /banned/);
    assert.doesNotMatch(await login(t, port, "nobody", wrong), /banned/);
    assert.deepEqual(await admin.result("floorplan/bans/list"), []);
    const lift = await admin.error("floorplan/bans/lift", { address: "127.0.0.1" });
    assert.equal(lift.code, "not_changed");
    assert.match(await login(t, port, "one", wrong), /banned until/);
    await desk.result("floorplan/bans/lift", { address: "127.0.0.1" });
    assert.doesNotMatch(await login(t, port, "one", wrong), /banned/);
    // The audit logs are whole when the homes are closed.
    await stop();
    const audits = await Promise.all([one, two].map(({ data }) => allBytes(join(data, "audit"))));
    assert.match(String(audits[0]), /link_opened[^]*banned/);
    assert.doesNotMatch(String(audits[1]), /link_opened|banned/);
  },
);
