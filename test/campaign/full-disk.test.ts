import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { health, revOf } from "../service/revisions.ts";
import { eventually } from "../support/polling.ts";
import { Peer } from "../support/peer.ts";
import { MiB } from "../support/process-memory.ts";
import { serveProgram } from "../support/program.ts";
import { newUser } from "../support/service.ts";
import { smallDisk } from "../support/small-disk.ts";
import { PatientEditor, refusalText } from "./hostile/patient-editor.ts";
import { assertNothingLost, killProgram } from "./hostile/restarted.ts";
import { steadyViewer } from "./hostile/steady-viewer.ts";
import { SavedPlans } from "./saved-plans.ts";
import { randomCases, scaled } from "./scale.ts";

const diskBytes = 16 * MiB;
/** Small files, so that a few saves need a new one. */
const smallFiles = ["--segment-bytes", "65536", "--snapshot-bytes", "262144"];
const rounds = randomCases(2, 20);
const settledMs = 15_000;

/** How the want of room is told. */
const noRoom = /ENOSPC|no space|no room|disk is full/i;

/** What everybody may do while nothing can be saved: ask how it is, log in, read and subscribe. */
const assertReading = async (
  t: TestContext,
  { url, port }: { readonly url: string; readonly port: number },
  token: string,
  rev: number,
): Promise<void> => {
  const { status, body } = await health(url);
  assert.equal(status, 503, "not healthy while saves are refused");
  assert.equal(body["status"], "failed");
  assert.match(String(body["reason"]), noRoom);
  const reader = await Peer.login(t, port, token);
  assert.equal(revOf(await reader.result("floorplan/plan/get")), rev);
  await reader.result("floorplan/plan/subscribe");
  assert.equal(revOf(await reader.nextEvent()), rev);
  reader.ws.close();
};

test(
  "PROOF-11: a full disk refuses saves with the reason while reading goes on, loses nothing, and when there is room again saving goes on by itself",
  { timeout: scaled(120_000, 900_000) },
  async (t) => {
    const disk = await smallDisk(t, diskBytes);
    if (disk === undefined) return;
    const data = disk.folder;
    const admin = await newUser(data, "admin", true);
    const viewer = await newUser(data, "wall", false);
    const plans = new SavedPlans();
    const served = await serveProgram(t, data, smallFiles);
    const { port, url } = served;
    const onlooker = await steadyViewer(t, { port, token: viewer }, plans);
    const editor = await PatientEditor.login(t, { port, token: admin }, plans, noRoom);
    await editor.saveUntilMade(50);
    /** Takes every room that there is or becomes, while saves go on, until several in a row are refused. */
    const fillUp = async (): Promise<void> => {
      editor.refused = 0;
      const filling = eventually(async () => {
        await disk.fill();
        return editor.refused >= 5 ? { seen: undefined } : { not: "saves are still made" };
      }, settledMs);
      const state = { isFull: false };
      const full = filling.finally(() => (state.isFull = true));
      await Promise.race([
        Promise.all([full, editor.saveWhile(() => !state.isFull)]),
        onlooker.ended,
      ]);
    };
    for (let round = 1; round <= rounds; round += 1) {
      await fillUp();
      await assertReading(t, served, viewer, plans.newest);
      await disk.makeRoom();
      const going = { on: true };
      const again = eventually(async () => {
        const { status, body } = await health(url);
        return status === 200 && editor.made > 0
          ? { seen: undefined }
          : {
              not: `healthz is ${status}: ${String(body["reason"])}; ${refusalText(editor.refusals)}`,
            };
      }, settledMs).finally(() => (going.on = false));
      await Promise.race([Promise.all([again, editor.saveWhile(() => going.on)]), onlooker.ended]);
      await Promise.race([editor.saveUntilMade(50), onlooker.ended]);
      await onlooker.caughtUp();
    }
    await fillUp();
    await killProgram(served);
    await disk.makeRoom();
    const again = await assertNothingLost(t, data, admin, plans, smallFiles);
    await killProgram(again);
    await assertNothingLost(t, data, admin, plans, smallFiles);
    t.diagnostic(
      `${rounds} times full; ${plans.acknowledged} saves, ${refusalText(editor.refusals)}, ` +
        `${plans.compared} plans compared`,
    );
  },
);
