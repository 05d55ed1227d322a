import assert from "node:assert/strict";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { bounded } from "../support/timeouts.ts";
import { Peer } from "../support/peer.ts";
import { numberedPlan } from "../support/plans.ts";
import { temporaryFolder } from "../support/service.ts";
import { firstTokenIn } from "../support/program.ts";
import { mayUse } from "../support/programs.ts";
import { spawnStrace, tracingTo, whenReady } from "../support/strace.ts";
import {
  fileOf,
  isSent,
  namedDurably,
  newNames,
  pathsOf,
  readTrace,
  syncedWhole,
  type SystemCall,
} from "../support/system-trace.ts";
import { health, historyRevs, range } from "./revisions.ts";

// A new segment every dozen saves, and a snapshot of most of them.
const limits = ["--segment-bytes", "4096", "--snapshot-bytes", "4096"];

/** Runs the real process under strace from its very first start to its end, and returns its calls. */
const trace = async (
  t: TestContext,
  data: string,
  use: (url: string, port: number, token: string) => Promise<void>,
): Promise<SystemCall[]> => {
  const file = join(await temporaryFolder(t), "trace");
  const serve = ["serve", "--port", "0", "--data", data, ...limits];
  const strace = spawnStrace(tracingTo(file), serve);
  const ended = once(strace, "close");
  let pid: number | undefined;
  t.after(async () => {
    if (pid !== undefined && strace.exitCode === null) process.kill(pid, "SIGKILL");
    strace.kill("SIGKILL");
    await ended;
  });
  const ready = await whenReady(strace, ended, data);
  assert(ready !== undefined, "the program is ready");
  const { out } = ready;
  pid = ready.pid;
  const [, url = "", port = ""] = /listens at (http:\/\/[^\s]+:(\d+))\n/.exec(out) ?? [];
  await use(url, Number(port), firstTokenIn(out) ?? "");
  process.kill(pid, "SIGTERM");
  // Only now is all of the trace written.
  await ended;
  return readTrace(await readFile(file, "latin1"));
};

const saves = 120;

/** Three editors, a subscriber, reads, conflicts and health checks: everything that shows a revision. */
const work = async (t: TestContext, url: string, port: number, token: string): Promise<void> => {
  const login = (): Promise<Peer> => Peer.login(t, port, token);
  const [watcher, reader] = [await login(), await login()];
  await watcher.result("floorplan/plan/subscribe");
  const editors = await Promise.all(range(1, 3).map(login));
  let sent = 0;
  const edit = async (editor: Peer): Promise<void> => {
    while (sent < saves) {
      sent += 1;
      const plan = sent % 10 === 0 ? numberedPlan(sent) : { rooms: [], number: sent };
      const rev = await editor.save(plan);
      if (rev % 5 === 0) await editor.error("floorplan/plan/save", { plan, rev: rev - 1 });
    }
  };
  const look = async (): Promise<void> => {
    for (let times = 0; times < 30; times += 1) {
      await reader.result("floorplan/plan/get");
      await historyRevs(reader);
      await health(url);
    }
  };
  await Promise.all([look(), ...editors.map(edit)]);
};

/** The segment that a revision's record was written to, and when the sync after it was over. */
const whereDurable = (calls: readonly SystemCall[], rev: number) => {
  const written = calls.find(
    (call) =>
      call.name.startsWith("pwrite") &&
      fileOf(call).endsWith(".seg") &&
      call.args.includes(String.raw`{\"rev\":${rev},\"saved_at\"`),
  );
  assert(written !== undefined, `revision ${rev} was written to a segment`);
  const segment = fileOf(written);
  const synced = calls.find(
    (call) => call.name === "fdatasync" && fileOf(call) === segment && call.began > written.ended,
  );
  assert(synced !== undefined, `${segment} was synced after revision ${rev} was written`);
  return { segment, at: synced.ended };
};

const shows = (call: SystemCall, rev: number): boolean =>
  new RegExp(String.raw`(?:\\"rev\\":|revision is )${rev}\b`).test(call.args);

test(
  "PROOF-4, SAVE-10, LOG-2: the real process syncs each revision before it sends it in any frame, and each folder before anything depends on a name in it",
  bounded,
  async (t) => {
    if (!mayUse(t, "strace")) return;
    const folder = await temporaryFolder(t);
    // A folder in a folder that is not there yet, either.
    const data = join(folder, "home", "data");
    const calls = await trace(t, data, (url, port, token) => work(t, url, port, token));
    const names = newNames(calls, folder);
    const sends = calls.filter(isSent);

    for (const rev of range(1, saves)) {
      const { segment, at } = whereDurable(calls, rev);
      const first = sends.find((call) => shows(call, rev));
      assert(first !== undefined, `revision ${rev} was sent`);
      assert(first.began > at, `revision ${rev} was sent after its sync: ${first.args}`);
      const name = names.findLast(({ path, call }) => path === segment && call.ended < at);
      const named = name && namedDurably(calls, name);
      assert(named !== undefined && named < first.began, `${segment} was there by its name`);
    }
    for (const name of names) {
      const { path, from, call } = name;
      // A name that is not there after a crash is made again, and nothing else refers to it.
      if (/\.tmp$|\/lock$/.test(path)) continue;
      assert(namedDurably(calls, name) !== undefined, `the folder of ${path} was synced after it`);
      if (from === undefined) continue;
      assert(syncedWhole(calls, from, call), `${from} was synced whole before it became ${path}`);
    }
    const removals = calls.filter(
      (call) => call.name === "unlink" && /\.(?:seg|snap)"/.test(call.args),
    );
    assert(removals.length > 0, "segments were removed");
    for (const removal of removals)
      for (const name of names.filter(
        ({ path, call }) => path.endsWith(".snap") && call.ended < removal.began,
      ))
        assert(
          (namedDurably(calls, name) ?? Infinity) < removal.began,
          `${name.path} was there by its name before ${pathsOf(removal).join()} was removed`,
        );
    t.diagnostic(
      `${calls.length} system calls: ${sends.length} sends, ${names.length} new names, ${removals.length} removals`,
    );
  },
);
