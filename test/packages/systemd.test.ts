import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { boundaryTo } from "../../src/server/runtime/boundary.ts";
import { Systemd } from "../../src/cli/systemd.ts";
import { settingNames, environmentName } from "../../src/server/config.ts";
import type { PlanStatus } from "../../src/plan/plan-holder.ts";
import { eventually } from "../support/polling.ts";
import { serveProgram } from "../support/program.ts";
import { mayUse } from "../support/programs.ts";
import { temporaryFolder } from "../support/service.ts";
import { NotifySocket } from "./notify-socket.ts";
import { project } from "./packed.ts";

const unit = join(project, "packaging/systemd/floorplan.service");

const analyze = (...args: readonly string[]): { readonly code: number | null; said: string } => {
  const { status, stdout, stderr } = spawnSync("systemd-analyze", ["--no-pager", ...args], {
    encoding: "utf8",
  });
  return { code: status, said: stdout + stderr };
};

test("PACK-4: systemd finds nothing wrong with the unit", async (t) => {
  if (!mayUse(t, "systemd-analyze")) return;
  // It looks for the program, which is installed nowhere here.
  const folder = await temporaryFolder(t);
  const program = join(folder, "floorplan");
  await symlink(process.execPath, program);
  const text = await readFile(unit, "utf8");
  assert.match(text, /^ExecStart=floorplan serve$/m);
  const here = join(folder, "floorplan.service");
  await writeFile(here, text.replace("ExecStart=floorplan", `ExecStart=${program}`));
  assert.deepEqual(analyze("verify", here), { code: 0, said: "" });
  await writeFile(here, text.replace("Restart=on-failure", "Restart=on-faliure"));
  assert.notEqual(analyze("verify", here).said, "", "it would have told");
});

test("PACK-4: systemd finds nothing wrong with what docs/install.md adds to the unit, which names settings that there are", async (t) => {
  if (!mayUse(t, "systemd-analyze")) return;
  const page = await readFile(join(project, "docs/install.md"), "utf8");
  const additions = [...page.matchAll(/```ini\n([^`]+)```/g)].map(([, text = ""]) => text);
  assert.equal(additions.length, 2);
  const folder = await temporaryFolder(t);
  const unitText = await readFile(unit, "utf8");
  const here = join(folder, "floorplan.service");
  await writeFile(here, unitText.replace("ExecStart=floorplan", "ExecStart=/bin/true"));
  const dropIns = join(folder, "floorplan.service.d");
  await mkdir(dropIns);
  const known = new Set(settingNames.map(environmentName));
  for (const [at, text] of additions.entries()) {
    const [, name = ""] = /^Environment=(FLOORPLAN_\w+)=/m.exec(text) ?? [];
    assert(known.has(name), text);
    await writeFile(join(dropIns, `${at}.conf`), text);
  }
  assert.deepEqual(analyze("verify", here), { code: 0, said: "" });
  await writeFile(join(dropIns, "9.conf"), "[Service]\nReadWritePath=/srv\n");
  assert.match(analyze("verify", here).said, /ReadWritePath/, "they are read");
});

test("PACK-4: what the unit leaves open is 2.0 of systemd's 10 at most", (t) => {
  if (!mayUse(t, "systemd-analyze")) return;
  const { said } = analyze("security", "--offline=true", unit);
  const [, exposure] = /Overall exposure level for \S+: ([\d.]+)/.exec(said) ?? [];
  t.diagnostic(`exposure ${exposure}`);
  assert(Number(exposure) <= 2, said);
});

test("PACK-4: the sample of settings for systemd names settings that there are", async () => {
  const text = await readFile(join(project, "packaging/systemd/floorplan.env"), "utf8");
  const known = new Set(settingNames.map(environmentName));
  const named = [...text.matchAll(/^#?(FLOORPLAN_\w+)=/gm)].map(([, name]) => name ?? "");
  assert(named.length > 3);
  assert.deepEqual(
    named.filter((name) => !known.has(name)),
    [],
  );
});

test("PACK-5: systemd is told of the start, that the service lives, and of its end", async (t) => {
  if (!mayUse(t, "systemd-notify") || !mayUse(t, "python3")) return;
  const systemd = await NotifySocket.listen(t);
  const served = await serveProgram(t, await temporaryFolder(t), [], {
    NOTIFY_SOCKET: systemd.path,
    WATCHDOG_USEC: "100000",
  });
  assert.equal(await systemd.next(), "STATUS=loading");
  assert.equal(await systemd.next(), "READY=1,STATUS=ready");
  for (let sign = 0; sign < 3; sign += 1) assert.equal(await systemd.next(), "WATCHDOG=1");
  served.child.kill("SIGTERM");
  let last = await systemd.next();
  while (last === "WATCHDOG=1") last = await systemd.next();
  assert.equal(last, "STOPPING=1,STATUS=stopping");
  assert.deepEqual(await served.ended, { code: 0, signal: null });
  assert.deepEqual(systemd.waiting, []);
});

test("PACK-5: a service that was not started to be watched, or in whose place another is, gives no sign of life", async (t) => {
  if (!mayUse(t, "systemd-notify") || !mayUse(t, "python3")) return;
  const others: readonly Readonly<Record<string, string>>[] = [
    {},
    { WATCHDOG_USEC: "1000", WATCHDOG_PID: "1" },
  ];
  for (const watched of others) {
    const systemd = await NotifySocket.listen(t);
    const served = await serveProgram(t, await temporaryFolder(t), [], {
      NOTIFY_SOCKET: systemd.path,
      ...watched,
    });
    served.child.kill("SIGTERM");
    assert.equal((await served.ended).code, 0);
    const said = [await systemd.next(), await systemd.next(), await systemd.next()];
    assert.deepEqual(said, [
      "STATUS=loading",
      "READY=1,STATUS=ready",
      "STOPPING=1,STATUS=stopping",
    ]);
  }
});

test("PACK-6: a service that failed for good tells why and gives no sign of life; one that waits for its cluster does", async (t) => {
  if (!mayUse(t, "systemd-notify") || !mayUse(t, "python3")) return;
  const socket = await NotifySocket.listen(t);
  const problems: string[] = [];
  const environment = {
    PATH: process.env["PATH"],
    NOTIFY_SOCKET: socket.path,
    WATCHDOG_USEC: "100000",
  };
  const bugs: string[] = [];
  const boundary = boundaryTo((error) => void bugs.push(String(error)));
  const systemd = new Systemd(environment, (problem) => problems.push(problem), boundary);
  let status: PlanStatus = { kind: "ready" };
  systemd.ready(() => status);
  const until = async (wanted: string): Promise<void> => {
    let message = await socket.next();
    while (message === "WATCHDOG=1" && message !== wanted) message = await socket.next();
    assert.equal(message, wanted);
  };
  await until("READY=1,STATUS=ready");
  status = { kind: "failed", why: "cluster", reason: "no member answers", passes: true };
  await until("STATUS=failed: no member answers,WATCHDOG=1");
  await until("WATCHDOG=1");
  status = { kind: "failed", why: "storage", reason: "EIO:\ninput/output error", passes: false };
  await until("STATUS=failed: EIO: input/output error");
  // What no program can be given as a word keeps nothing from being told that comes after it.
  status = { kind: "failed", why: "storage", reason: "a \0 in a name", passes: false };
  await eventually(async () => (bugs.length > 0 ? { seen: bugs } : { not: "a bug" }), 20_000);
  assert.match(bugs.join(), /null bytes/);
  // Whatever was still said comes before this.
  await systemd.stopping();
  assert.equal(await socket.next(), "STOPPING=1,STATUS=stopping");
  assert.deepEqual(problems, []);
});

test("PACK-5: where systemd cannot be told, the service says so in its log and goes on", async (t) => {
  const served = await serveProgram(t, await temporaryFolder(t), [], {
    NOTIFY_SOCKET: "/nowhere/notify",
    PATH: await temporaryFolder(t),
  });
  await served.printed("systemd could not be notified", "err");
  served.child.kill("SIGTERM");
  assert.deepEqual(await served.ended, { code: 0, signal: null });
});
