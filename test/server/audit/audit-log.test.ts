import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { appendFile, mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { mock, test, type TestContext } from "node:test";
import { AuditFile } from "../../../src/server/audit/audit-writer.ts";
import { AuditLog } from "../../../src/server/audit/audit-log.ts";
import { type FoundLine, readAudit } from "../../../src/server/audit/audit-lines.ts";
import { localUserId, localUserName } from "../../../src/auth/home-assistant-users.ts";
import { boundary } from "../../support/failing-boundary.ts";
import { runInProcess } from "../../support/run-command.ts";
import { eventually } from "../../support/polling.ts";
import { seededRandom } from "../../support/random.ts";
import { temporaryFolder } from "../../support/service.ts";
import { smallDisk } from "../../support/small-disk.ts";
import { range } from "../../service/revisions.ts";

const soonMs = 20_000;
const plenty = { auditBytes: 1024 * 1024, auditFiles: 1000 };

/** Descriptors that are open in this process. */
const descriptors = (): number => readdirSync("/dev/fd").length;

const logOn = (t: TestContext, data: string, limits = plenty) => {
  const lost: string[] = [];
  const onLost = (reason: string): void => void lost.push(reason);
  const log = new AuditLog({ data, limits, now: () => new Date(), boundary, onLost });
  t.after(() => log.close());
  return { log, lost };
};

const allOf = async (data: string): Promise<readonly FoundLine[]> => {
  const all: FoundLine[] = [];
  for await (const found of readAudit(join(data, "audit"))) all.push(found);
  return all;
};

const linesOf = async (data: string) =>
  (await allOf(data)).map((found) =>
    "line" in found ? found.line : assert.fail(`no line is damaged: ${found.problem}`),
  );

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

test("AUDIT-2: the oldest files are removed, and the newest are kept", async (t) => {
  const data = await temporaryFolder(t);
  const { log } = logOn(t, data, { auditBytes: 4096, auditFiles: 3 });
  await mkdir(join(data, "audit"));
  await writeFile(join(data, "audit", "notes.txt"), "mine");
  for (const rev of range(1, 500)) {
    log.note("saved", { user: "Anna" }, { rev });
    if (rev % 10 === 0) await new Promise(setImmediate);
  }
  await log.close();
  const names = await readdir(join(data, "audit"));
  assert.equal(names.length, 4, names.join());
  assert(names.includes("notes.txt"));
  const revs = (await linesOf(data)).map(({ rev }) => rev);
  assert(revs.length > 50 && revs.length < 400, `${revs.length}`);
  assert.deepEqual(revs, range(501 - revs.length, 500), "in order");
});

test("AUDIT-2, AUDIT-6: strangers and viewers push out no other lines, and all are read in the order of time", async (t) => {
  const data = await temporaryFolder(t);
  let ms = Date.parse("2026-01-01T00:00:00Z");
  const log = new AuditLog({
    data,
    limits: { auditBytes: 4096, auditFiles: 2 },
    now: () => new Date((ms += 1000)),
    boundary,
    onLost: (reason) => assert.fail(reason),
  });
  const reason = "x".repeat(300);
  for (const rev of range(1, 20)) {
    log.note("saved", { user: "Anna", user_id: "1", may_save: true }, { rev });
    log.note("sign_in_failed", { address: "192.0.2.1" }, { reason });
    for (const other of range(1, 20))
      log.note(
        "refused",
        { user: "wall", user_id: `${rev} ${other}`, may_save: false },
        { reason },
      );
    if (rev === 10) log.note("token_created", { user: "command line" }, { about: "Ben" });
  }
  await log.close();
  const lines = await linesOf(data);
  const kept = (kind: string): number => lines.filter(({ what }) => what === kind).length;
  assert.deepEqual([kept("saved"), kept("token_created")], [20, 1]);
  assert(kept("refused") > 5 && kept("refused") < 50, `${kept("refused")} of viewers`);
  assert(kept("sign_in_failed") > 5, `${kept("sign_in_failed")} of strangers`);
  const times = lines.map(({ time }) => time);
  assert.deepEqual(times, times.toSorted());
  assert(lines.every((line) => !Object.hasOwn(line, "may_save")));
  const { out } = await runInProcess(["audit", "--data", data, "--json"]);
  assert.deepEqual(
    out
      .trim()
      .split("\n")
      .map((text): unknown => JSON.parse(text)),
    lines,
  );
});

test("AUDIT-2, AUDIT-5: what viewers are refused, sign in and fail to switch pushes out nothing that viewers switched", async (t) => {
  mock.timers.enable({ apis: ["setInterval"] });
  t.after(() => mock.timers.reset());
  const data = await temporaryFolder(t);
  const { log } = logOn(t, data, { auditBytes: 16 * 1024, auditFiles: 2 });
  const guest = (id: number) => ({ user: `guest ${id}`, user_id: `${id}`, may_save: false });
  log.note("switched", guest(0), { command: "lock.unlock", about: "lock.front" });
  const long = "\u0001".repeat(60_000);
  for (const minute of range(1, 30)) {
    for (let second = 0; second < 60; second += 1) {
      log.note("switch_failed", guest(1), { command: long, about: long, reason: long });
      log.note("refused", guest(1), { command: long, about: long, reason: long });
      mock.timers.tick(1000);
    }
    // Others who come have lines of their own.
    for (const other of range(1, 10)) log.note("signed_in", guest(100 * minute + other));
    await new Promise(setImmediate);
  }
  await log.close();
  const lines = await linesOf(data);
  const of = (what: string) => lines.filter((line) => line.what === what);
  assert.deepEqual(
    of("switched").map(({ user, about }) => [user, about]),
    [["guest 0", "lock.front"]],
  );
  const failed = of("switch_failed");
  assert(failed.length <= 20 + 30, `${failed.length} lines in half an hour`);
  assert.equal(
    failed.reduce((sum, { more = 1 }) => sum + more, 0),
    30 * 60,
    "all are counted",
  );
  const folder = join(data, "audit");
  const texts = await Promise.all(
    (await readdir(folder)).map(async (name) => ({
      name,
      text: await readFile(join(folder, name), "utf8"),
    })),
  );
  for (const { name, text } of texts)
    for (const line of text.trim().split("\n")) {
      assert(Buffer.byteLength(line) <= 1024, `${name}: ${line.length}`);
      assert.equal(name.startsWith("switched-"), line.includes('"what":"switch'), name);
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

test("AUDIT-5: what strangers cause is bounded, what is done is not, and users do not share a bound", async (t) => {
  const data = await temporaryFolder(t);
  const { log } = logOn(t, data);
  for (const count of range(1, 1000)) {
    log.note("sign_in_failed", { address: `192.0.2.${count % 250}` }, { reason: "no" });
    log.note("refused", { user: "wall", user_id: "1" }, { command: "floorplan/plan/save" });
    log.note("saved", { user: "Anna", user_id: "2" }, { rev: count });
  }
  log.note("refused", { user: "other", user_id: "3" });
  await log.close();
  const lines = await linesOf(data);
  const of = (what: string, user?: string) =>
    lines.filter((line) => line.what === what && line.user === user);
  assert.equal(of("saved", "Anna").length, 1000);
  assert.equal(of("refused", "other").length, 1);
  for (const some of [of("sign_in_failed"), of("refused", "wall")]) {
    assert.equal(some.length, 21);
    assert.equal(some.at(-1)?.more, 980);
  }
});

test("AUDIT-5: who may not save hides no door behind another, however often they switch it", async (t) => {
  mock.timers.enable({ apis: ["setInterval"] });
  t.after(() => mock.timers.reset());
  const data = await temporaryFolder(t);
  const { log } = logOn(t, data);
  const guest = { user: "guest", user_id: "1", may_save: false };
  const unlock = (about: string): void =>
    log.note("switched", guest, { command: "lock.unlock", about });
  const shed = (): void => range(1, 30).forEach(() => unlock("lock.shed"));
  shed();
  unlock("lock.front");
  unlock("lock.back, lock.front");
  shed();
  mock.timers.tick(60_000);
  shed();
  mock.timers.tick(60_000);
  // However many there are, what is written of them is bounded.
  range(1, 1000).forEach((number) => unlock(`lock.number_${number}`));
  await log.close();
  const found = (await linesOf(data)).map(({ about, more }) => [about, more] as const);
  assert.deepEqual(
    found.slice(0, 20),
    range(1, 20).map(() => ["lock.shed", undefined]),
  );
  const [front, again, many, ...others] = found.slice(20);
  assert.deepEqual(front, ["lock.shed, lock.front, lock.back", 42]);
  assert.deepEqual(again, ["lock.shed", 30]);
  assert.match(many?.[0] ?? "", /^lock\.number_1, lock\.number_2, .*…$/);
  assert.deepEqual([many?.[1], others], [1000, []]);
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
