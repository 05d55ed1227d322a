import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { test } from "node:test";
import { listening } from "../support/listen-on-free-port.ts";
import { startProgram } from "../support/program.ts";
import { runInProcess } from "../support/run-command.ts";
import { temporaryFolder } from "../support/service.ts";
import { bounded } from "../support/timeouts.ts";
import { askHome, openLink, startTestHomes, type TestHomes } from "./provider-service.ts";

type Run = (...words: readonly string[]) => ReturnType<typeof runInProcess>;

/** Runs commands of the provider, as its environment names the service and the token. */
const runner =
  ({ url, token }: TestHomes): Run =>
  (...words) =>
    runInProcess(["homes", ...words], { FLOORPLAN_URL: url, FLOORPLAN_TOKEN: token });

const done = async (running: ReturnType<Run>): Promise<string> => {
  const { code, out, err } = await running;
  assert.equal(code, 0, err);
  return out;
};

test(
  "HOMES-62: homes are created, listed, renamed, suspended and resumed by commands",
  bounded,
  async (t) => {
    const homes = await startTestHomes(t);
    const run = runner(homes);
    const created = await done(run("create", "a", "--name", "Villa", "--home-saves", "3"));
    const [first, link] = created.split("\n");
    assert.equal(first, "created a");
    const token = await openLink(link);
    assert.equal((await askHome(homes.url, "a", token)).status, 200);
    assert.equal(await done(run("rename", "a", "Farm")), "renamed a: Farm\n");
    assert.equal(await done(run("suspend", "a")), "suspended a\n");
    const listed = (await done(run("list"))).split("\n");
    assert.match(listed[0] ?? "", /^HOME +NAME +STATE +CREATED +PROBLEM$/);
    assert.match(listed[1] ?? "", /^a +Farm +asleep, suspended +\d{4}-/);
    assert.equal(await done(run("resume", "a")), "resumed a\n");
    const line: unknown = JSON.parse(await done(run("list", "--json")));
    assert.equal(Object(line).name, "Farm");
    assert.equal(Object(line).suspended, false);
    const other = await done(run("link", "a", "--name", "second"));
    assert.equal((await askHome(homes.url, "a", await openLink(other.trim()))).status, 200);
  },
);

test(
  "HOMES-62: quotas are shown, changed and given back by a command, whatever variables the service has",
  bounded,
  async (t) => {
    const homes = await startTestHomes(t);
    const run = runner(homes);
    await done(run("create", "a"));
    const { url, token } = homes;
    const variables = { FLOORPLAN_URL: url, FLOORPLAN_TOKEN: token, FLOORPLAN_HOME_SAVES: "9" };
    const shown = await runInProcess(["homes", "quota", "a"], variables);
    assert.match(shown.out, /^home-saves +20 +most saves a second/m);
    assert.match(await done(run("quota", "a", "--home-saves", "7")), /^home-saves +7 /m);
    assert.match(await done(run("quota", "a", "--home-saves", "default")), /^home-saves +20 /m);
    const odd = await run("quota", "a", "--home-saves", "many");
    assert.deepEqual(
      [odd.code, odd.err],
      [2, "floorplan: --home-saves: expected an integer, or default\n"],
    );
    const low = await run("quota", "a", "--home-saves", "0");
    assert.deepEqual(
      [low.code, low.err],
      [1, "floorplan: quotas.home_saves: expected an integer from 1 to 10000\n"],
    );
  },
);

test(
  "HOMES-62: homes are deleted, restored, exported, imported and counted by commands",
  bounded,
  async (t) => {
    const homes = await startTestHomes(t);
    const run = runner(homes);
    const folder = await temporaryFolder(t);
    const file = join(folder, "a.tar.gz");
    await done(run("create", "a"));
    assert.equal(await done(run("export", "a", file)), `exported a to ${file}\n`);
    const verified = await runInProcess(["backup", "verify", file]);
    assert.equal(verified.code, 0, verified.err);
    assert.match(await done(run("delete", "a")), /^deleted a: it can be restored until \d{4}-/);
    assert.match(await done(run("deleted")), /\na +\d{4}-\S+ +\d{4}-/);
    const [imported, link] = (await done(run("import", "b", file))).split("\n");
    assert.equal(imported, "imported b");
    await openLink(link);
    assert.equal(await done(run("import", "c", file, "--with-tokens")), "imported c\n");
    assert.equal(await done(run("restore", "a")), "restored a\n");
    const usage = await done(run("usage"));
    assert.match(usage, /^HOME +PLAN +IMAGES +CONNECTIONS +SAVES +UPLOADS +LAST USE\n/);
    assert.match(usage, /\nhomes +3\n/);
    const lines = (await done(run("usage", "--top", "1", "--json"))).trim().split("\n");
    assert.equal(lines.length, 2);
    assert.equal(Object(JSON.parse(lines[1] ?? "")).totals.homes, 3);
  },
);

test(
  "HOMES-63: a command of the provider says what is wrong in the service's words, and leaves no file",
  bounded,
  async (t) => {
    const homes = await startTestHomes(t);
    const run = runner(homes);
    const folder = await temporaryFolder(t);
    const file = join(folder, "none.tar.gz");
    const none = await run("export", "none", file);
    assert.deepEqual([none.code, none.err], [1, "floorplan: there is no home none\n"]);
    assert(!existsSync(file));
    const odd = await run("suspend", "../x");
    assert.match(odd.err, /^floorplan: home: expected 1 to 63 of a-z, 0-9 and -/);
    await writeFile(file, "no backup");
    const bad = await run("import", "x", file);
    assert.match(bad.err, /^floorplan: the backup is not a complete backup/);
    const missing = await run("import", "x", join(folder, "missing"));
    assert.equal(missing.code, 1);
    const wrong = await runInProcess(["homes", "list"], {
      FLOORPLAN_URL: homes.url,
      FLOORPLAN_TOKEN: "wrong",
    });
    assert.deepEqual(
      [wrong.code, wrong.err],
      [1, "floorplan: the service does not accept this token of the provider\n"],
    );
    const without = await runInProcess(["homes", "list"], { FLOORPLAN_URL: homes.url });
    assert.deepEqual(
      [without.code, without.err],
      [2, "floorplan: --token or FLOORPLAN_TOKEN is missing\n"],
    );
  },
);

test("HOMES-179: an export overwrites no file, and asks for nothing then", bounded, async (t) => {
  const file = join(await temporaryFolder(t), "kept");
  await writeFile(file, "kept");
  // No service is there to be asked.
  const variables = { FLOORPLAN_URL: "http://127.0.0.1:1", FLOORPLAN_TOKEN: "any" };
  const { code, err } = await runInProcess(["homes", "export", "a", file], variables);
  assert.deepEqual(
    [code, err],
    [1, `floorplan: ${file} is there already: name a file that is not\n`],
  );
  assert.equal(await readFile(file, "utf8"), "kept");
});

test(
  "HOMES-179: a backup that is refused unread is not sent, and the reason is printed",
  bounded,
  async (t) => {
    const homes = await startTestHomes(t, { homeBackupBytes: 10 });
    const file = join(await temporaryFolder(t), "large");
    await writeFile(file, Buffer.alloc(8 * 1024 * 1024));
    const environment = { FLOORPLAN_URL: homes.url, FLOORPLAN_TOKEN: homes.token };
    const { code, err } = await runInProcess(["homes", "import", "a", file], environment);
    assert.deepEqual(
      [code, err],
      [1, "floorplan: the backup has more than home-backup-bytes, 10 bytes\n"],
    );
  },
);

test("HOMES-179: an export that arrives in part leaves no file", bounded, async (t) => {
  const server = createServer((_request, response) => {
    response.writeHead(200, { "Content-Length": 1000 });
    response.write("a part", () => response.destroy());
  });
  const url = await listening(t, server);
  const folder = await temporaryFolder(t);
  const file = join(folder, "part");
  const variables = { FLOORPLAN_URL: url, FLOORPLAN_TOKEN: "any" };
  const { code, err } = await runInProcess(["homes", "export", "a", file], variables);
  assert.equal(code, 1);
  assert(err.startsWith(`floorplan: ${file} could not be written: `), err);
  assert.deepEqual(await readdir(folder), []);
});

test(
  "HOMES-64: tokens of the provider are made, listed and revoked beside the service",
  bounded,
  async (t) => {
    const homes = await startTestHomes(t, { loginDelayMs: 0 });
    const { data } = homes;
    const run = (...words: readonly string[]) => runInProcess(["homes", ...words, "--data", data]);
    const token = (await done(run("token", "billing"))).trim();
    assert.equal((await homes.ask("GET", "/provider/homes", undefined, token)).status, 200);
    const listed = await done(run("tokens"));
    assert.match(listed, /^NAME +CREATED +LAST USE\nadmin +\d{4}-.*\nbilling +\d{4}-/);
    assert(!listed.includes(token));
    const twice = await run("token", "billing");
    assert.equal(twice.err, 'floorplan: there is a token named "billing" already\n');
    assert.equal(await done(run("revoke", "billing")), "revoked billing\n");
    assert.equal((await homes.ask("GET", "/provider/homes", undefined, token)).status, 401);
    assert.equal((await run("revoke", "billing")).code, 1);
  },
);

test(
  "HOMES-47: the program puts the provider's first token into a file, until it has been used",
  bounded,
  async (t) => {
    const data = await temporaryFolder(t);
    const running = startProgram(t, ["serve", "--homes", "--port", "0", "--data", data]);
    await running.printed(
      /A token of the provider is in this file until it has been used:\n {2}\S+\n/,
    );
    const token = (await readFile(join(data, "first-token"), "utf8")).trim();
    const [, url = ""] = /listens at (\S+)/.exec(running.out()) ?? [];
    const listed = await runInProcess(["homes", "list", "--url", url, "--token", token]);
    assert.equal(listed.code, 0, listed.err);
    await running.printed("the file of the first token is removed", "err");
    assert(!existsSync(join(data, "first-token")));
    assert(!running.err().includes(token));
  },
);
