import assert from "node:assert/strict";
import { test } from "node:test";
import { health } from "../service/revisions.ts";
import { eventually } from "../support/polling.ts";
import { Peer } from "../support/peer.ts";
import { openFilesOf } from "../support/open-files.ts";
import { seededRandom } from "../support/random.ts";
import { settled } from "./hostile/footprint.ts";
import { PatientEditor, refusalText } from "./hostile/patient-editor.ts";
import { assertNothingLost, killProgram } from "./hostile/restarted.ts";
import { startAttackedService } from "./hostile/attacked-service.ts";
import { steadyViewer } from "./hostile/steady-viewer.ts";
import { addTally, connectionsOf, linesOf, type Tally } from "./hostile/tally.ts";
import { SavedPlans } from "./saved-plans.ts";
import { randomCases, scaled } from "./scale.ts";

const descriptors = 256;
const limited = ["bash", "-c", `ulimit -n ${descriptors}; exec "$@"`, "bash"];
/** Small files, so that a few saves need a new one. */
const smallFiles = ["--segment-bytes", "65536", "--snapshot-bytes", "262144"];
/** Those who hold a connection, and a file beside it, for as long as they may. */
const holders = ["half-open", "unread: an image", "unread: a module"];
const rounds = scaled(1, 3);
const attack = { connections: randomCases(400, 3000), atOnce: 400, kinds: holders };

/** A bound for waiting, far above what is expected. */
const attackMs = scaled(60_000, 300_000);

/** How the want of descriptors is told. */
const noDescriptors = /EMFILE|ENFILE|too many open files|descriptor/i;

test(
  "PROOF-10: strangers who take all the descriptors that there are end neither the process nor saving, and lose nothing",
  { timeout: scaled(120_000, 900_000) },
  async (t) => {
    const random = seededRandom(t);
    const siege = await startAttackedService(t, smallFiles, limited);
    const { served, admin, viewer, data, during } = siege;
    const { port, child, url } = served;
    const plans = new SavedPlans();
    const onlooker = await steadyViewer(t, { port, token: viewer }, plans);
    const editor = await PatientEditor.login(t, { port, token: admin }, plans, noDescriptors);
    await editor.saveUntilMade(50);
    const before = (await openFilesOf(child.pid)).length;
    const tally: Tally = {};
    let most = 0;
    for (let round = 1; round <= rounds; round += 1) {
      const attacking = siege.attack(random, attack);
      const state = { isOver: false };
      const ends = attacking.finally(() => (state.isOver = true));
      const watching = eventually(async () => {
        most = Math.max(most, (await openFilesOf(child.pid)).length);
        return state.isOver ? { seen: undefined } : { not: "the attack is not over" };
      }, attackMs);
      const saving = editor.saveWhile(() => !state.isOver);
      const all = Promise.all([ends, saving, watching]);
      const [more] = await during(all, [onlooker.ended]);
      addTally(tally, more);
      // Nobody restarts anything: with the strangers gone there is room again.
      await during(editor.saveUntilMade(20), [onlooker.ended]);
      const { status } = await health(url);
      assert.equal(status, 200, "healthy again");
      const newcomer = await Peer.login(t, port, viewer);
      await newcomer.result("floorplan/plan/get");
      newcomer.ws.close();
      await onlooker.caughtUp();
      await settled(child.pid, { files: before + 4, bytes: Infinity });
    }
    await killProgram(served);
    await assertNothingLost(t, data, admin, plans, smallFiles);
    for (const line of linesOf(tally, scaled("family", "kind"))) t.diagnostic(line);
    t.diagnostic(
      `${connectionsOf(tally)} strangers with ${descriptors} descriptors, ${before} of them in use before, ${most} at the most; ` +
        `${plans.acknowledged} saves, ${refusalText(editor.refusals)}, ${plans.compared} plans compared`,
    );
  },
);
