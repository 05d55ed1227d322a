import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { appendFile, mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { AuditFile } from "../../../src/server/audit/audit-writer.ts";
import { localUserId, localUserName } from "../../../src/auth/home-assistant-users.ts";
import { runInProcess } from "../../support/run-command.ts";
import { eventually } from "../../support/polling.ts";
import { seededRandom } from "../../support/random.ts";
import { temporaryFolder } from "../../support/service.ts";
import { smallDisk } from "../../support/small-disk.ts";
import { range } from "../../service/revisions.ts";
import { plenty, logOn, allOf, linesOf } from "./audit-folder.ts";

const soonMs = 20_000;

/** Descriptors that are open in this process. */
const descriptors = (): number => readdirSync("/dev/fd").length;

test("AUDIT-2: several append at once, go on from file to file together, and none loses a line", async (t) => {
  const data = await temporaryFolder(t);
  const random = seededRandom(t);
  const logs = range(1, 5).map(() => logOn(t, data, { ...plenty, auditBytes: 4096 }).log);
  for (let rev = 1; rev <= 1000; rev += 1) {
    const log = logs[random.below(logs.length)];
    log?.note("saved", { user: "x".repeat(random.below(200)) }, { rev });
    if (random.below(20) === 0) await new Promise(setImmediate);
  }
  for (const log of logs) await log.close();
  const revs = (await linesOf(data)).map(({ rev = 0 }) => rev);
  assert.deepEqual(
    revs.toSorted((one, other) => one - other),
    range(1, 1000),
  );
  const names = await readdir(join(data, "audit"));
  assert(names.length > 5, `${names.length} files`);
  for (const name of names) {
    const { size, mode } = await stat(join(data, "audit", name));
    // All may find the last bit of room at once.
    assert(size <= 4096 + logs.length * 4096 && (mode & 0o777) === 0o600, `${name}: ${size}`);
  }
});

test("AUDIT-2: whatever a peer sends, a line says in full who it was and from where, also of the longest names that there can be", async (t) => {
  const data = await temporaryFolder(t);
  const { log } = logOn(t, data);
  const long = "\u0001".repeat(100_000);
  const who = {
    user: localUserName(long),
    user_id: localUserId("0123456789abcdef".repeat(2)),
    address: "fe80:1111:2222:3333:4444:5555:6666:7777%enp123s45f6np78",
    connection: Number.MAX_SAFE_INTEGER,
  };
  const chosen = { level: long, about: long, command: long, reason: long };
  const by = "home_assistant";
  log.note("token_created", who, { ...chosen, by, rev: Number.MAX_SAFE_INTEGER });
  log.note("refused", { ...who, user: "Anna" }, { ...chosen, reason: "x".repeat(300) });
  await log.close();
  const [worst, usual] = await linesOf(data);
  const { user, user_id, address, connection } = worst ?? {};
  assert.deepEqual({ user, user_id, address, connection }, who);
  assert.deepEqual([worst?.what, worst?.by], ["token_created", by]);
  assert.deepEqual([usual?.user, usual?.user_id, usual?.address], ["Anna", user_id, address]);
  const text = await readFile(join(data, "audit", "audit-00000001.jsonl"), "utf8");
  assert(text.split("\n").every((each) => Buffer.byteLength(each) < 1024));
});

test("AUDIT-3: no name forges a line or reaches the terminal as it is, and every line is short", async (t) => {
  const data = await temporaryFolder(t);
  const { log } = logOn(t, data);
  const forged =
    'Anna"}\n{"time":"2026-01-01T00:00:00.000+00:00","what":"saved","user":"Boss"}\r\n';
  log.note("signed_in", { user: forged, address: "\u001b[2J\u2028" });
  const odd = "\u0001".repeat(100_000);
  log.note("refused", { user: odd, user_id: odd, address: odd }, { reason: odd, command: odd });
  await log.close();
  const [line, long, ...others] = await linesOf(data);
  assert.deepEqual([line?.user, line?.what, others.length], [forged, "signed_in", 0]);
  assert.equal(long?.what, "refused");
  const text = await readFile(join(data, "audit", "audit-00000001.jsonl"), "utf8");
  assert(text.split("\n").every((each) => Buffer.byteLength(each) <= 1024));
  assert.doesNotMatch(text, /[\u2028\u2029]/, "some end lines there");
  const { out } = await runInProcess(["audit", "--data", data, "--what", "signed_in"]);
  assert.equal(out.split("\n").length, 2);
  assert.doesNotMatch(out.trimEnd(), /[\p{Cc}\u2028]/u);
  assert.match(out, /\\u000a/);
});

test("AUDIT-4: on a full disk lines are counted, and a line says how many when there is room", async (t) => {
  const disk = await smallDisk(t, 256 * 1024);
  if (disk === undefined) return;
  const { log, lost } = logOn(t, disk.folder);
  const note = (rev: number): void => log.note("saved", { user: "Anna" }, { rev });
  note(1);
  await eventually(
    async () => ((await allOf(disk.folder)).length === 1 ? { seen: true } : { not: "written" }),
    soonMs,
  );
  await disk.fill();
  // More than the end of the file's last block has room for.
  for (const rev of range(2, 400)) {
    note(rev);
    if (rev % 50 === 0) await new Promise(setImmediate);
  }
  await eventually(
    async () => (lost.some((each) => /ENOSPC/.test(each)) ? { seen: true } : { not: "lost" }),
    soonMs,
  );
  await disk.makeRoom();
  const told = await eventually(async () => {
    const found = (await allOf(disk.folder)).flatMap((each) => ("line" in each ? each.line : []));
    const count = found.reduce((sum, each) => sum + (each.lost ?? 0), 0);
    const saved = found.filter(({ what }) => what === "saved").length;
    return count + saved === 400 ? { seen: count } : { not: `${count} lost, ${saved} there` };
  }, soonMs);
  assert(told > 0);
  note(401);
  await log.close();
  const last = (await allOf(disk.folder)).at(-1);
  assert(last !== undefined && "line" in last && last.line.rev === 401);
});

test("AUDIT-4: a place that nobody can write to fails nothing", async (t) => {
  const data = await temporaryFolder(t);
  await writeFile(join(data, "audit"), "no folder");
  const { log, lost } = logOn(t, data);
  log.note("saved", { user: "Anna" }, { rev: 1 });
  await log.close();
  assert(lost.length > 0, "it is told");
});

test("AUDIT-4: a file that cannot be begun does not stay open", async (t) => {
  const folder = await temporaryFolder(t);
  // What is there by the name of an old file cannot be removed as one.
  await mkdir(join(folder, "audit-00000001.jsonl"));
  await writeFile(join(folder, "audit-00000002.jsonl"), "\n".repeat(4096));
  const file = new AuditFile(folder, "audit", { auditBytes: 4096, auditFiles: 1 });
  t.after(() => file.close());
  const before = descriptors();
  await assert.rejects(file.append(Buffer.from("{}\n")), /directory/);
  // The file before it is open.
  assert.equal(descriptors(), before + 1);
});

test("AUDIT-4: what is noted after the end opens nothing", async (t) => {
  const data = await temporaryFolder(t);
  const { log, lost } = logOn(t, data);
  await log.close();
  log.note("saved", { user: "Anna" }, { rev: 1 });
  await log.close();
  assert.deepEqual([await readdir(data), lost], [[], []]);
});

test("AUDIT-6: a line that was torn by a crash is told, and costs no later one", async (t) => {
  const data = await temporaryFolder(t);
  const first = logOn(t, data).log;
  first.note("saved", { user: "Anna" }, { rev: 1 });
  await first.close();
  const file = join(data, "audit", "audit-00000001.jsonl");
  await appendFile(file, '{"time":"2026-11-23T12:00:');
  const second = logOn(t, data).log;
  second.note("saved", { user: "Anna" }, { rev: 2 });
  await second.close();
  await appendFile(file, '{"time":"soon","what":"saved"}\n[]\n{"time":');
  const { code, out, err } = await runInProcess(["audit", "--data", data, "--json"]);
  assert.equal(code, 0);
  assert.deepEqual(
    out
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line).rev),
    [1, 2],
  );
  const name = "audit-00000001.jsonl";
  assert.deepEqual(err.trim().split("\n").length, 4, err);
  assert.match(err, new RegExp(`^${name}, line 2 is damaged: it is not JSON\\n`));
  assert.match(err, new RegExp(`${name}, line 6 is damaged: it is not JSON\\n$`));
});

test("AUDIT-6: lines are chosen by time, user and kind, and an odd choice is told", async (t) => {
  const data = await temporaryFolder(t);
  const { log } = logOn(t, data);
  log.note("saved", { user: "Anna" }, { rev: 1 });
  log.note("token_revoked", { user: "command line" }, { about: "Anna" });
  log.note("saved", { user: "wall" }, { rev: 2 });
  await log.close();
  const old = '{"time":"2020-01-01T00:00:00.000+00:00","what":"saved","user":"Anna","rev":0}\n';
  const file = join(data, "audit", "audit-00000001.jsonl");
  await writeFile(file, `${old}${await readFile(file, "utf8")}`);
  const said = async (...args: readonly string[]): Promise<number> => {
    const { out } = await runInProcess(["audit", "--data", data, ...args]);
    return out.split("\n").length - 1;
  };
  assert.equal(await said(), 4);
  assert.equal(await said("--since", "1h"), 3);
  assert.equal(await said("--user", "Anna"), 3);
  assert.equal(await said("--user", "Anna", "--what", "saved", "--since", "1h"), 1);
  for (const args of [
    ["--since", "yesterday"],
    ["--what", "saving"],
  ]) {
    const { code, err } = await runInProcess(["audit", "--data", data, ...args]);
    assert.equal(code, 2);
    assert.match(err, /expected/);
  }
  const nothing = await runInProcess(["audit", "--data", join(data, "none")]);
  assert.deepEqual(nothing, { code: 0, out: "", err: "" });
});
