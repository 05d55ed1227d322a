import assert from "node:assert/strict";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { mock, test } from "node:test";
import { AuditLog } from "../../../src/server/audit/audit-log.ts";
import { boundary } from "../../support/failing-boundary.ts";
import { runInProcess } from "../../support/run-command.ts";
import { temporaryFolder } from "../../support/service.ts";
import { range } from "../../service/revisions.ts";
import { logOn, linesOf } from "./audit-folder.ts";

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
