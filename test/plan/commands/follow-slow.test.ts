import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { linesAbout } from "../../server/log-lines.ts";
import { range } from "../../service/revisions.ts";
import { startTestService } from "../../support/service.ts";
import { bounded } from "../../support/timeouts.ts";
import { Changer, Held, Watched } from "../changes/changer.ts";

const KiB = 1024;
const MiB = 1024 * KiB;

const planOf = (note: string, x = "0"): string => `{"note":"${note}","x":${x},"list":[]}`;

/** More than the system holds for a local connection whose reader has stopped. */
const heldBytes = 24 * MiB;

/** A follower that stopped reading at revision 1, of a plan of so many bytes. */
const stoppedFollower = async (t: TestContext, planBytes: number, outboxBytes = 2 * heldBytes) => {
  const service = await startTestService(t, { config: { outboxBytes } });
  const by = await Changer.login(t, service);
  await by.save(planOf("n".repeat(planBytes)));
  const changer = await Changer.login(t, service);
  const follower = await Watched.on(changer);
  const held = new Held();
  await follower.until(1, held);
  const { peer } = follower;
  /** Reads again, until a revision has come. */
  const readUntil = async (rev: number): Promise<void> => {
    peer.ws.resume();
    await follower.until(rev, held);
    assert.equal(held.text, await by.plan(), "it has the plan of all others, in the same text");
    assert.equal((await peer.command("ping"))["type"], "pong", "it is still connected");
  };
  return { service, by, changer, held, peer, readUntil };
};

/** Each revision came by itself until one event made up for all that were missed; returns it, and the one before. */
const missedIn = (came: Held["came"]) => {
  const revs = came.map(({ rev }) => rev);
  const last = revs.at(-2) ?? 0;
  assert.deepEqual(revs.slice(0, -1), range(1, last), "no revision is missed before");
  const missed = came.at(-1);
  assert(missed !== undefined && missed.rev > last + 1, "one event stands for several revisions");
  return { last, missed };
};

test(
  "FOLLOW-5: a client that does not keep up gets one event of what changed since its last one, and each revision again after that",
  bounded,
  async (t) => {
    const { by, changer, held, peer, readUntil } = await stoppedFollower(t, 512 * KiB);
    // A subscription on the same connection, which gets the whole plan each time, fills it.
    await Watched.on(changer, "plan/subscribe");
    peer.ws.pause();
    let rev = 1;
    for (; rev * 512 * KiB < heldBytes; rev += 1)
      await by.changed(rev, `[{"op":"add","path":"/list/0","value":${rev}.0}]`);
    assert.equal(await by.save((await by.plan()).replace('"x":0', '"x":1e2')), rev + 1);
    rev += 1;
    await readUntil(rev);
    const { last, missed } = missedIn(held.came);
    assert.deepEqual(missed, { rev, from: last });
    for (const next of range(rev, rev + 2)) {
      await by.changed(next, '[{"op":"remove","path":"/list/0"}]');
      await readUntil(next + 1);
      assert.deepEqual(held.came.at(-1), { rev: next + 1, from: next });
    }
  },
);

test(
  "FOLLOW-5, CHAN-20: a client that does not keep up gets the plan once where that is shorter, and is not closed for what it misses, as a subscriber is",
  bounded,
  async (t) => {
    const planBytes = 256 * KiB;
    const { service, by, held, peer, readUntil } = await stoppedFollower(t, planBytes, 3 * MiB);
    const deaf = await Watched.start(t, service, "plan/subscribe");
    for (const { ws } of [peer, deaf.peer]) ws.pause();
    let rev = 1;
    // The follower gets as much, until it is behind by far less than that.
    while (linesAbout(service.log, "reads too slowly").length === 0) {
      const answered = await by.save(planOf(String(rev % 10).repeat(planBytes), String(rev)));
      assert.equal(answered, rev + 1);
      rev += 1;
    }
    for (const _ of range(1, 8)) {
      await by.save(planOf(String(rev % 10).repeat(planBytes), String(rev)));
      rev += 1;
    }
    deaf.peer.ws.resume();
    assert.equal((await deaf.peer.closed).code, 1013);
    await readUntil(rev);
    assert.deepEqual(missedIn(held.came).missed, { rev, from: undefined });
    assert.equal(linesAbout(service.log, "reads too slowly").length, 1);
  },
);
