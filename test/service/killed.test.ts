import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { Peer } from "../support/peer.ts";
import { samplePlan } from "../support/plans.ts";
import { type Served, serveProgram } from "../support/program.ts";
import { type Random, seededRandom } from "../support/random.ts";
import { type ProgramData, programData } from "./program-data.ts";
import { openRawViewer } from "./raw-viewer.ts";
import { historyRevs, objectOf, range, revOf } from "./revisions.ts";

/** What is known of the saves of all rounds. */
class Saves {
  /** The plans that were sent, by their number. */
  readonly sent = new Map<number, ReturnType<typeof samplePlan>>();
  /** Number of the plan of each revision that was acknowledged or seen. */
  readonly known = new Map<number, number>();
  newest = 0;
  acknowledged = 0;

  note(rev: number, number: unknown): void {
    assert(typeof number === "number");
    assert.equal(this.known.get(rev) ?? number, number, `revision ${rev} is one plan for all`);
    this.known.set(rev, number);
    this.newest = Math.max(this.newest, rev);
  }
}

/** Saves until the connection ends. */
const edit = async (peer: Peer, saves: Saves, random: Random, onSaved: () => void) => {
  for (;;) {
    const number = saves.sent.size;
    const size = random.below(6) === 0 ? "house" : "flat";
    const plan = samplePlan(size, number);
    saves.sent.set(number, plan);
    const reply = await peer.command("floorplan/plan/save", { plan }).catch(() => undefined);
    if (reply === undefined) return;
    assert.equal(reply["success"], true);
    saves.note(revOf(reply["result"]), number);
    saves.acknowledged += 1;
    onSaved();
  }
};

/** Lets 4 editors save without pause under the eyes of 2 viewers, until a kill at a random moment. */
const saveUntilKilled = async (
  t: TestContext,
  { port, child, ended }: Served,
  { admin, viewer }: ProgramData,
  saves: Saves,
  random: Random,
): Promise<void> => {
  let left = 20 + random.below(100);
  let tell = (): void => undefined;
  const enough = new Promise<void>((resolve) => (tell = resolve));
  const onSaved = (): void => void ((left -= 1) === 0 && tell());
  const edits = Promise.all(
    range(1, 4).map(async () => edit(await Peer.login(t, port, admin), saves, random, onSaved)),
  );
  const viewersAreDone: Promise<unknown>[] = [];
  for (let each = 0; each < 2; each += 1) {
    let last: number | undefined;
    const { closed } = await openRawViewer(t, { port, token: viewer }, (bytes) => {
      const { type, event } = objectOf(JSON.parse(bytes.toString()));
      if (type !== "event") return;
      const rev = revOf(event);
      assert.equal(rev, last === undefined ? rev : last + 1, "no revision is missed or repeated");
      last = rev;
      if (rev > 0) saves.note(rev, objectOf(event)["number"]);
    });
    viewersAreDone.push(closed);
  }
  await Promise.race([enough, edits]);
  // Somewhere in the middle of whatever the service is doing.
  await sleep(random.below(12));
  child.kill("SIGKILL");
  assert.equal((await ended).signal, "SIGKILL");
  // What was sent before the kill may be read only now.
  await Promise.all([edits, ...viewersAreDone]);
};

/** Everything that the service has now is what was sent, without gaps, and nothing known is missing. */
const check = async (t: TestContext, port: number, token: string, saves: Saves) => {
  const peer = await Peer.login(t, port, token);
  const rev = revOf(await peer.result("floorplan/plan/get"));
  assert(rev >= saves.newest, `revision ${saves.newest} was acknowledged or seen, not ${rev}`);
  const history = await historyRevs(peer);
  assert.deepEqual(history, range(Math.max(1, rev - 20), rev - 1).toReversed());
  for (const each of rev === 0 ? [] : [rev, ...history]) {
    const plan = objectOf(await peer.result("floorplan/history/get", { rev: each }));
    const number = plan["number"];
    assert(typeof number === "number");
    assert.deepEqual(plan, { ...saves.sent.get(number), rev: each });
    saves.note(each, number);
  }
};

test("SAVE-9, HIST-6: whatever was acknowledged or seen is there after the process is killed at any moment", async (t) => {
  const random = seededRandom(t);
  const users = await programData(t);
  const saves = new Saves();
  // Small files, so that some kills meet a new segment, a snapshot or a deletion.
  const limits = ["--segment-bytes", "524288", "--snapshot-bytes", "1048576"];
  for (let round = 1; round <= 5; round += 1) {
    const served = await serveProgram(t, users.data, limits);
    await check(t, served.port, users.admin, saves);
    await saveUntilKilled(t, served, users, saves, random);
  }
  const served = await serveProgram(t, users.data, limits);
  await check(t, served.port, users.admin, saves);
  t.diagnostic(
    `${saves.acknowledged} saves were acknowledged, revision ${saves.newest} at the end`,
  );
});
