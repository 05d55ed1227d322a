import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import { connect, type FloorplanClient, FloorplanError } from "../../../src/client/index.ts";
import { root } from "../../support/source-files.ts";
import { pngOf } from "../../images/pictures.ts";
import { bounded, until } from "../../support/timeouts.ts";
import { behindTwoRelays } from "../../support/tcp-relay.ts";
import { portToKeep } from "../../support/free-ports.ts";
import { type TestScope, startTestService } from "../../support/service.ts";
import { packageFolder } from "./package-folder.ts";

const run = promisify(execFile);

/** A client that ends with the test. */
const connecting = async (t: TestScope, url: string, token: string): Promise<FloorplanClient> => {
  const client = await connect(url, token);
  t.after(() => client.close());
  return client;
};

/** The program of docs/client.md, and what the section about changes adds to it. */
const samples = async (): Promise<readonly [program: string, changes: string]> => {
  const page = await readFile(join(root, "docs/client.md"), "utf8");
  const found = [...page.matchAll(/^```js\n([\s\S]*?)^```/gm)];
  const [program = "", changes = ""] = found.map(([, text = ""]) => text);
  assert(program.includes("floorplan/client"), "docs/client.md has a program");
  assert(changes.includes("service.change("), "docs/client.md has one that changes the plan");
  return [program, changes];
};

test(
  "API-9: the program of docs/client.md runs as it stands, with what was built",
  bounded,
  async (t) => {
    const service = await startTestService(t);
    const folder = await packageFolder(t);
    const [program] = await samples();
    await writeFile(join(folder, "sample.mjs"), program);
    const env = { ...process.env, FLOORPLAN_URL: service.url, FLOORPLAN_TOKEN: service.admin };
    const { stdout, stderr } = await run(process.execPath, ["sample.mjs"], { cwd: folder, env });
    assert.equal(stderr, "");
    assert.deepEqual(stdout.trimEnd().split("\n"), [
      "admin may save",
      "revision 0",
      "revision 1",
      "saved as 1",
      "conflict: somebody else saved: the stored revision is 1",
      "1: 1 rooms, by admin",
    ]);
  },
);

test(
  "API-9: what docs/client.md says of changes runs in it, with what was built",
  bounded,
  async (t) => {
    const service = await startTestService(t);
    const editor = await connecting(t, service.url, service.admin);
    await editor.save({ rooms: [{ id: "a", name: "Study" }], note: "long ".repeat(60) });
    const folder = await packageFolder(t);
    const [program, changes] = await samples();
    const [start = ""] = program.split("\nconst user");
    const end = "await unfollow();\nservice.close();\n";
    await writeFile(join(folder, "changes.mjs"), [start, changes, end].join("\n"));
    const env = { ...process.env, FLOORPLAN_URL: service.url, FLOORPLAN_TOKEN: service.admin };
    const { stdout, stderr } = await run(process.execPath, ["changes.mjs"], { cwd: folder, env });
    assert.equal(stderr, "");
    assert.deepEqual(stdout.trimEnd().split("\n"), [
      "all of revision 1",
      "revision 2: replace /rev",
      "revision 2: replace /rooms/0/name",
    ]);
  },
);

test(
  "API-10: each method of the client asks for what it says, and has its answer",
  bounded,
  async (t) => {
    const { url, admin } = await startTestService(t, { config: { loginFailures: 1 } });
    const client = await connecting(t, `${url}/`, admin);
    assert.deepEqual(await client.getPlan(), {});
    assert.equal(await client.save({ rooms: [{ id: "a" }] }, 0), 1);
    assert.equal(await client.change(1, [{ op: "remove", path: "/rooms/0" }]), 2);
    const [current, earlier] = await client.history.details();
    assert.deepEqual([current?.rev, earlier?.rev, earlier?.by?.name], [2, 1, "admin"]);
    assert.deepEqual(
      (await client.history.list()).map(({ rev, rooms }) => [rev, rooms]),
      [[1, 1]],
    );
    assert.deepEqual(
      (await client.history.times()).map(({ rev }) => rev),
      [1, 2],
    );
    assert.deepEqual(await client.history.get(1), { rev: 1, rooms: [{ id: "a" }] });
    assert.deepEqual(await client.yaml.parse("a: on"), { a: true });
    assert.equal(await client.yaml.dump({ a: [1] }), "a:\n- 1\n");
    const image = new Blob([new Uint8Array(pngOf(100))]);
    assert.match(
      await client.images.upload("0", image, "a.png"),
      /^\/local\/floorplan\/bg_0\.png\?v=/,
    );
    await client.images.delete("0");
    const { name, is_admin: isAdmin } = await client.currentUser();
    assert.deepEqual([name, isAdmin], ["admin", true]);
    assert.deepEqual(await client.status(), { status: "ready", rev: 2 });
    const made = await client.tokens.create({ name: "tablet", expires: "30d", level: "0" });
    assert.equal((await (await connecting(t, url, made.token)).currentUser()).level, "0");
    const told = (await client.tokens.list()).find((each) => each.name === "tablet");
    assert.deepEqual([told?.expires_at, told?.connections], [made.expires_at, 1]);
    await client.tokens.revoke("tablet");
    await assert.rejects(connect(url, made.token), { code: "invalid_auth" });
    const [ban] = await client.bans.list();
    assert.equal(ban?.address, "127.0.0.1");
    await client.bans.lift("127.0.0.1");
    assert.deepEqual(await client.bans.list(), []);
  },
);

test(
  "ADDRESS-6: a client goes on at another node where its own goes without a word",
  bounded,
  async (t) => {
    const { service, a, b } = await behindTwoRelays(t);
    const client = await connecting(t, `${a.url},${b.url}`, service.admin);
    const revisions: (number | undefined)[] = [];
    await client.subscribePlan(({ rev }) => void revisions.push(rev));
    const from = performance.now();
    a.silence();
    await until(() => client.connection.connected && client.nodes.now === b.url);
    t.diagnostic(`back after ${(performance.now() - from).toFixed()} ms`);
    assert.equal(await client.save({ rooms: [] }), 1);
    await until(() => revisions.at(-1) === 1);
  },
);

test(
  "API-10: what is refused, or not there, rejects with its code and what was said",
  bounded,
  async (t) => {
    const service = await startTestService(t);
    const refusal = (code: string, message: RegExp) => (error: unknown) => {
      assert(error instanceof FloorplanError);
      assert.equal(error.code, code);
      assert.match(error.message, message);
      return true;
    };
    const viewer = await connecting(t, service.url, service.viewer);
    await assert.rejects(viewer.save({}), refusal("unauthorized", /administrators/));
    await assert.rejects(viewer.history.get(1), refusal("unauthorized", /administrators/));
    await assert.rejects(viewer.images.delete("0"), refusal("http_403", /administrators/));
    await assert.rejects(connect(service.url, "wrong"), refusal("invalid_auth", /token/));
    await assert.rejects(connect("http://127.0.0.1:9", "any"), refusal("offline", /not connected/));
    const other = await connect(service.url, service.admin, { domain: "other" });
    t.after(() => other.close());
    await assert.rejects(other.getPlan(), refusal("unknown_command", /no such command/));
    await service.stop();
    await assert.rejects(viewer.status(), refusal("offline", /cannot be reached/));
  },
);

test(
  "API-10: a subscription goes on after the service was away, until it is ended",
  bounded,
  async (t) => {
    // While it is away nobody else is to get its port.
    const port = await portToKeep();
    const first = await startTestService(t, { config: { port } });
    const client = await connecting(t, first.url, first.admin);
    const seen: (number | undefined)[] = [];
    let onSeen = (): void => undefined;
    const sees = async (rev: number): Promise<void> => {
      while (seen.at(-1) !== rev) await new Promise<void>((resolve) => (onSeen = resolve));
    };
    const end = await client.subscribePlan(({ rev }) => {
      seen.push(rev);
      onSeen();
    });
    await client.save({});
    await sees(1);
    await first.stop();
    const again = await startTestService(t, { config: { port }, again: first });
    const other = await connecting(t, again.url, again.admin);
    await other.save({ rooms: [] });
    await sees(2);
    await end();
    await other.save({});
    assert.equal((await client.getPlan()).rev, 3);
    assert.equal(seen.at(-1), 2);
  },
);

test("API-11: what was built of the client has nothing of the codecs", bounded, async (t) => {
  const text = await readFile(join(root, "dist/client.js"), "utf8");
  assert.doesNotMatch(text, /io-ts|PartialType|IntersectionType|fp-ts/);
  assert.doesNotMatch(text, /from\s*"(?:node:|fs|net)/);
  assert(text.length < 30_000, `${text.length} characters`);
  // Its one import is that of `ws`, where there are no websockets.
  assert.deepEqual(
    [...text.matchAll(/import\(?\s*"([^"]+)"/g)].map(([, name]) => name),
    ["ws"],
  );
  const folder = await packageFolder(t);
  const program =
    'import * as client from "floorplan/client"; console.log(Object.keys(client).sort().join());';
  const { stdout } = await run(process.execPath, ["--input-type=module", "-e", program], {
    cwd: folder,
  });
  assert.equal(stdout.trim(), "FloorplanClient,FloorplanError,connect");
});
