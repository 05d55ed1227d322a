import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { Peer } from "../support/peer.ts";
import { numberedPlan } from "../support/plans.ts";
import { serveProgram } from "../support/program.ts";
import { mayUse } from "../support/programs.ts";
import { temporaryFolder } from "../support/service.ts";
import { project } from "./packed.ts";

/** Which calls each of systemd's sets has; a set may name others. */
const readSets = (): ReadonlyMap<string, readonly string[]> => {
  const { stdout } = spawnSync("systemd-analyze", ["--no-pager", "syscall-filter"], {
    encoding: "utf8",
  });
  const sets = new Map<string, string[]>();
  let calls: string[] = [];
  for (const line of stdout.split("\n")) {
    if (line.startsWith("@")) sets.set(line.trim(), (calls = []));
    else if (/^ {4}[@\w]/.test(line)) calls.push(line.trim());
  }
  return sets;
};

/** The calls that the lines SystemCallFilter= of a unit leave, where the first line allows; the others take away with `~`, or add. */
const allowedBy = (unit: string): ReadonlySet<string> => {
  const sets = readSets();
  const expand = (name: string): readonly string[] =>
    name.startsWith("@") ? (sets.get(name) ?? []).flatMap(expand) : [name];
  const lines = [...unit.matchAll(/^SystemCallFilter=(.+)$/gm)].map(([, line]) => line ?? "");
  assert(lines[0]?.startsWith("~") === false);
  // What is always allowed, says systemd.exec(5).
  const allowed = new Set(expand("@default"));
  for (const line of lines) {
    const isTaken = line.startsWith("~");
    for (const call of line.replace("~", "").split(" ").flatMap(expand))
      if (isTaken) allowed.delete(call);
      else allowed.add(call);
  }
  return allowed;
};

/** Calls that are tried and of which a refusal changes nothing: libuv asks for a ring of the kernel's, and does without. */
const isDispensable = (call: string): boolean => call.startsWith("io_uring_");

test("PACK-7: the unit lets through every system call with which the service starts, keeps plans and stops", async (t) => {
  if (!mayUse(t, "strace") || !mayUse(t, "systemd-analyze")) return;
  const unit = await readFile(join(project, "packaging/systemd/floorplan.service"), "utf8");
  const allowed = allowedBy(unit);
  assert(allowed.has("openat") && !allowed.has("mount") && !allowed.has("chroot"));

  const data = await temporaryFolder(t);
  const trace = join(await temporaryFolder(t), "trace");
  const through = ["strace", "--follow-forks", "--quiet=all", "--output", trace];
  // It sends what systemd is told by a process of its own, which is bound as well.
  const told = { NOTIFY_SOCKET: join(data, "nobody"), WATCHDOG_USEC: "500000" };
  const served = await serveProgram(t, data, [], told, through);
  assert(served.token !== undefined);
  const peer = await Peer.login(t, served.port, served.token);
  await peer.save(numberedPlan(1));
  assert.equal((await fetch(`${served.url}/`)).status, 200);
  const parsed = await peer.result("floorplan/yaml/parse", { text: "a: 1" });
  assert.deepEqual(parsed, { data: { a: 1 } });
  const pid = Number(/^\d+/.exec(await readFile(trace, "utf8"))?.[0]);
  process.kill(pid, "SIGTERM");
  assert.equal((await served.ended).code, 0);

  const lines = (await readFile(trace, "utf8")).split("\n");
  const made = new Set(lines.map((line) => /^\d+ +(\w+)\(/.exec(line)?.[1] ?? ""));
  made.delete("");
  assert(made.has("fdatasync") && made.has("accept4") && made.has("execve"));
  t.diagnostic(`${made.size} different system calls`);
  assert.deepEqual(
    [...made].filter((call) => !allowed.has(call) && !isDispensable(call)),
    [],
  );
});
