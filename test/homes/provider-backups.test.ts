import assert from "node:assert/strict";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { runInProcess } from "../support/run-command.ts";
import { startTestService, temporaryFolder } from "../support/service.ts";
import { bounded, until } from "../support/timeouts.ts";
import {
  askHome,
  openLink,
  startTestHomes,
  type TestHomes,
  toldBy,
  type Told,
} from "./provider-service.ts";

const backupOf = async ({ url, token }: TestHomes, id: string): Promise<Buffer> => {
  const response = await fetch(`${url}/provider/homes/${id}/backup`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  assert.equal(response.status, 200, await response.clone().text());
  assert.equal(response.headers.get("content-type"), "application/gzip");
  assert.equal(response.headers.get("content-disposition"), `attachment; filename="${id}.tar.gz"`);
  return Buffer.from(await response.arrayBuffer());
};

const give = async (
  { url, token }: TestHomes,
  id: string,
  backup: Uint8Array,
  query = "",
): Promise<Told> =>
  toldBy(
    await fetch(`${url}/provider/homes/${id}/backup${query}`, {
      method: "PUT",
      headers: { Authorization: `Bearer ${token}` },
      body: backup,
    }),
  );

/** Saves a plan with one floor of that name, as a command does. */
const save = async (url: string, token: string, folder: string, floor: string): Promise<void> => {
  const file = join(folder, `${floor}.json`);
  await writeFile(file, JSON.stringify({ levels: [{ id: "l", name: floor }] }));
  const saved = await runInProcess(["save", file, "--url", url, "--token", token]);
  assert.equal(saved.code, 0, saved.err);
};

const planOf = async (url: string, token: string): Promise<string> => {
  const got = await runInProcess(["get", "--url", url, "--token", token]);
  assert.equal(got.code, 0, got.err);
  return got.out;
};

test(
  "HOMES-60: a home is exported while it is used, and imported under another id, without its tokens",
  bounded,
  async (t) => {
    const homes = await startTestHomes(t, { loginDelayMs: 0 });
    const folder = await temporaryFolder(t);
    const { url, ask, data } = homes;
    const { body } = await ask("POST", "/provider/homes", { id: "a" });
    const token = await openLink(body["link"]);
    await save(`${url}/h/a`, token, folder, "ground");
    const backup = await backupOf(homes, "a");
    await save(`${url}/h/a`, token, folder, "later");
    const made = await give(homes, "b", backup);
    assert.equal(made.status, 201, JSON.stringify(made.body));
    assert.equal((await askHome(url, "b", token)).status, 401);
    const other = await openLink(made.body["link"]);
    assert.match(await planOf(`${url}/h/b`, other), /ground/);
    assert.match(await planOf(`${url}/h/a`, token), /later/);
    assert.deepEqual(await readdir(join(data, "unfinished")), []);
  },
);

test(
  "HOMES-60: a backup of a single home becomes one of many, with its tokens if that is asked",
  bounded,
  async (t) => {
    const homes = await startTestHomes(t);
    const folder = await temporaryFolder(t);
    const single = await startTestService(t);
    await save(single.url, single.admin, folder, "attic");
    const file = join(folder, "single.tar.gz");
    const made = await runInProcess(["backup", file, "--data", single.data]);
    assert.equal(made.code, 0, made.err);
    const given = await give(homes, "moved", await readFile(file), "?tokens=keep");
    assert.deepEqual(given, { status: 201, body: { id: "moved" } });
    assert.match(await planOf(`${homes.url}/h/moved`, single.admin), /attic/);
  },
);

test(
  "HOMES-60: what is no whole backup, or for an id that is taken, is refused and leaves nothing",
  bounded,
  async (t) => {
    const homes = await startTestHomes(t);
    const { ask, data } = homes;
    await ask("POST", "/provider/homes", { id: "a" });
    const backup = await backupOf(homes, "a");
    const cut = await give(homes, "b", backup.subarray(0, -20));
    assert.equal(cut.status, 400);
    assert.match(String(cut.body["message"]), /^the backup is not a complete backup: /);
    assert.equal((await give(homes, "c", Buffer.from("no archive"))).status, 400);
    assert.equal((await give(homes, "d", Buffer.alloc(0))).status, 400);
    const odd = await give(homes, "e", backup, "?tokens=all");
    assert.deepEqual(odd.body, { message: "tokens: expected keep, or nothing" });
    const taken = await give(homes, "a", backup);
    assert.deepEqual(taken, { status: 409, body: { message: "there is a home a already" } });
    assert.deepEqual(await readdir(join(data, "homes")), ["a"]);
    assert.deepEqual(await readdir(join(data, "unfinished")), []);
  },
);

test("HOMES-60: of two that import one id at once, one does", bounded, async (t) => {
  const homes = await startTestHomes(t);
  await homes.ask("POST", "/provider/homes", { id: "a" });
  const backup = await backupOf(homes, "a");
  const given = await Promise.all([1, 2].map(() => give(homes, "b", backup)));
  assert.deepEqual(new Set(given.map(({ status }) => status)), new Set([201, 409]));
});

test(
  "HOMES-61: a backup with too many bytes is refused, whether it says its length or not",
  bounded,
  async (t) => {
    const homes = await startTestHomes(t, { homeBackupBytes: 1000 });
    const message = "the backup has more than home-backup-bytes, 1000 bytes";
    const known = await give(homes, "a", Buffer.alloc(1001));
    assert.deepEqual(known, { status: 413, body: { message } });
    const stream = new Blob([Buffer.alloc(2000)]).stream();
    const response = await fetch(`${homes.url}/provider/homes/a/backup`, {
      method: "PUT",
      headers: { Authorization: `Bearer ${homes.token}` },
      body: stream,
      duplex: "half",
    });
    assert.deepEqual(await toldBy(response), { status: 413, body: { message } });
    assert.deepEqual(await readdir(join(homes.data, "unfinished")), []);
  },
);

/** Begins to give a backup, and sends only the start of it. */
const begin = (t: TestContext, { url, token }: TestHomes) => {
  const { port } = new URL(url);
  const socket = connect(Number(port), "127.0.0.1");
  t.after(() => socket.destroy());
  let answer = "";
  socket.on("data", (bytes: Buffer) => void (answer += bytes.toString()));
  socket.write(
    `PUT /provider/homes/b/backup HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${token}\r\nContent-Length: 100\r\n\r\nbegun`,
  );
  return { socket, answer: () => answer };
};

/** Waits until so many files are unfinished. */
const unfinished = async ({ data }: TestHomes, count: number): Promise<void> => {
  while ((await readdir(join(data, "unfinished"))).length !== count) await sleep(4);
};

test(
  "HOMES-61: a backup on its way takes one of few places, until its connection ends",
  bounded,
  async (t) => {
    const homes = await startTestHomes(t, { homeTransfers: 1 });
    await homes.ask("POST", "/provider/homes", { id: "a" });
    const { socket } = begin(t, homes);
    await unfinished(homes, 1);
    const message = "as many backups are on their way as home-transfers allows, 1: try again";
    const busy = await homes.ask("GET", "/provider/homes/a/backup");
    assert.deepEqual(busy, { status: 503, body: { message } });
    socket.destroy();
    await unfinished(homes, 0);
    while ((await homes.ask("GET", "/provider/homes/a/backup")).status !== 200) await sleep(4);
  },
);

test("HOMES-61: a backup that does not arrive is given up", bounded, async (t) => {
  const homes = await startTestHomes(t, { homeBackupMs: 50 });
  const { answer } = begin(t, homes);
  await until(() => answer().includes("home-backup-ms"));
  assert.match(
    answer(),
    /^HTTP\/1.1 408 [^]*the backup did not arrive within home-backup-ms, 50 ms/,
  );
  await unfinished(homes, 0);
});
