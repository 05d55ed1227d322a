import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { plainPath, upload } from "../images/image-requests.ts";
import { range, revOf } from "../service/revisions.ts";
import { makeLink, openLink } from "../support/access-links.ts";
import { greyPng } from "../support/grey-png.ts";
import type { HomesService } from "../../src/homes/homes-service.ts";
import { Peer } from "../support/peer.ts";
import { until, bounded } from "../support/timeouts.ts";
import { documentedCommands } from "./home-surface.ts";
import { ask, startTestHomes, type TestHome } from "../support/homes.ts";

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

/** Fields of commands that have an unusual form. */
const given = {
  text: `a: ${marker}`,
  data: [marker],
  changes: [{ op: "add", path: "/notes", value: marker }],
};

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
  // Texts of no form of their own are the marker, and so are names of what is made.
  for (const { type, sample } of await documentedCommands(home, marker, given))
    await desk.command(type, sample);
  const { rev } = Object(await desk.result("floorplan/plan/get"));
  const image = await upload(
    home,
    marker,
    greyPng({ width: 1, height: 1, data: new Uint8Array([7]) }),
    "plan.png",
  );
  await desk.save({ ...markedPlan(1), background: image }, rev);
  const saved = await desk.save(markedPlan(2), rev + 1);
  const { token } = Object(
    await desk.result("floorplan/tokens/create", { name: `${marker} desk`, control: true }),
  );
  const link = await makeLink(desk, `${marker} too`);
  const known = desk.received.find(({ event }) => Object(event ?? {}).you !== undefined);
  const { you } = Object(known?.["event"]);
  await desk.result("floorplan/presence/update", {
    presence: you,
    selection: [`rooms/${marker}`],
    level: marker,
  });
  return { desk, others, image, rev: saved, token: String(token), link, presence: Number(you) };
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

const wrong = "w".repeat(43);

const firstToken = ({ first }: HomesService): string =>
  first.firstToken ?? assert.fail("the provider has a token");

test(
  "HOMES-13: nothing of one home is in another: no event, answer, file, presence, token, image or connection",
  bounded,
  async (t) => {
    const { port, home, log, root, service } = await startTestHomes(t, { config });
    const [one, two] = [home("one"), home("two")];
    const headers = { Authorization: `Bearer ${firstToken(service)}` };
    const ofTwo = async (): Promise<string> => {
      const usage = JSON.parse((await ask(port, "/provider/usage", { headers })).body);
      const used = usage.homes.filter(({ id }: { readonly id: string }) => id === "two");
      const { body } = await ask(port, "/metrics", { headers });
      const series = body.split("\n").filter((line) => line.includes('home="two"'));
      assert(used.length === 1 && series.length > 0, "the provider sees the home");
      return JSON.stringify([used, series]);
    };
    const watcher = await two.login(two.admin);
    const commands = await documentedCommands(two, "x");
    const watch = async (): Promise<void> => {
      for (const { type, sample } of commands) {
        const { error } = await watcher.command(type, sample);
        const { code } = Object(error ?? {});
        assert(code !== "invalid_format" && code !== "unknown_command", `${type}: ${code}`);
      }
    };
    await watch();
    const before = await ofTwo();
    const { image, desk, rev } = await live(one);
    assert.equal(await ofTwo(), before);
    await watch();
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
        ["x", 0],
      ],
    );
    // The order of events shows that none of the other home's came before its own.
    const { rev: last } = Object(await watcher.result("floorplan/plan/get"));
    const saved = await watcher.save({ rooms: [], name: "the last" }, last);
    assert.equal(saved, last + 1);
    await until(() => JSON.stringify(watcher.received).includes("the last"));
    assert.doesNotMatch(JSON.stringify(watcher.received), marked);
    assert.equal(revOf(await desk.result("floorplan/plan/get")), rev);

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
    const { link, others, desk, rev } = await live(one);
    const admin = await two.login(two.admin);
    const [status, said] = await openLink(two, link);
    assert.deepEqual([status, said], [401, "unknown"]);
    assert.equal((await openLink(one, link))[0], 200);
    const unknown = await admin.error("floorplan/tokens/revoke", { name: `${marker} desk` });
    assert.equal(unknown.code, "not_changed");
    // The same name in both homes.
    await admin.result("floorplan/tokens/revoke", { name: "wall" });
    for (const each of others) assert.equal(revOf(await each.result("floorplan/plan/get")), rev);
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
