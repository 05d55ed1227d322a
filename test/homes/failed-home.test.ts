import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { revOf } from "../service/revisions.ts";
import { diskWith } from "../support/disk.ts";
import { newHome, reached, startTestHomes } from "../support/homes.ts";
import { numberedPlan } from "../support/plans.ts";
import { startProgram } from "../support/program.ts";
import { temporaryFolder } from "../support/service.ts";
import { bounded } from "../support/timeouts.ts";

const reopened = {
  code: 1013,
  reason: "the home failed, and is opened again for whoever reconnects: look at what was saved",
};

/** The actor turns the steps of a batch around; once that fails. */
const bug = `
  process.on("SIGUSR2", () => {
    const { toReversed } = Array.prototype;
    Array.prototype.toReversed = () => {
      Array.prototype.toReversed = toReversed;
      throw new Error("no way back");
    };
    console.error("the bug is there");
  });
`;

test(
  "HOMES-193: a bug that leaves the state of a home's plan unknown closes that home alone, which comes back with what was saved",
  bounded,
  async (t) => {
    const root = await temporaryFolder(t);
    const [own, others] = [await newHome(root, "one"), await newHome(root, "two")];
    const module = join(root, "bug.mjs");
    await writeFile(module, bug);
    const options = { NODE_OPTIONS: `--import=${pathToFileURL(module).href}` };
    const args = ["serve", "--homes", "--port", "0", "--data", root];
    const served = startProgram(t, args, options);
    await served.printed(/ {2}homes {5}[^\n]+\n/);
    const port = Number(/listens at http:[^\s]+:(\d+)/.exec(served.out())?.[1]);
    const [one, two] = [own, others].map((each) => reached(t, port, each));
    assert(one !== undefined && two !== undefined);
    const [desk, wall, neighbour] = [
      await one.login(one.admin),
      await one.login(one.viewer),
      await two.login(two.admin),
    ];
    await desk.save(numberedPlan(1));
    await wall.result("floorplan/plan/subscribe");
    served.child.kill("SIGUSR2");
    await served.printed("the bug is there", "err");
    desk.send({ id: desk.newId(), type: "floorplan/plan/save", plan: numberedPlan(2) });
    for (const peer of [desk, wall]) assert.deepEqual(await peer.closed, reopened);
    assert.equal(await neighbour.save(numberedPlan(1)), 1);
    const again = await one.login(one.admin);
    const rev = revOf(await again.result("floorplan/plan/get"));
    assert(rev === 1 || rev === 2, "the save that was under way is there whole, or not at all");
    assert.equal(await again.save(numberedPlan(3)), rev + 1);
    assert.match(served.err(), /the state of the plan is unknown: no way back/);
    served.child.kill("SIGTERM");
    assert.deepEqual(await served.ended, { code: 0, signal: null });
  },
);

test(
  "HOMES-193: a home whose log fails, such as by a sync, is opened again from the disk, and others keep their connections",
  bounded,
  async (t) => {
    let isFailing = false;
    const fs = diskWith(async ({ name, path }) => {
      if (isFailing && name === "datasync" && path.includes("/one/"))
        throw new Error("EIO: i/o error");
    });
    const homes = await startTestHomes(t, { fs });
    const [one, two] = [homes.home("one"), homes.home("two")];
    const [desk, neighbour] = [await one.login(one.admin), await two.login(two.admin)];
    assert.equal(await desk.save(numberedPlan(1)), 1);
    isFailing = true;
    const { code, message } = await desk.error("floorplan/plan/save", { plan: numberedPlan(2) });
    assert.deepEqual([code, /the storage failed/.test(message)], ["not_loaded", true], message);
    assert.deepEqual(await desk.closed, reopened);
    isFailing = false;
    const again = await one.login(one.admin);
    const rev = revOf(await again.result("floorplan/plan/get"));
    assert(rev === 1 || rev === 2, "what was not acknowledged is there whole, or not at all");
    assert.equal(await again.save(numberedPlan(3)), rev + 1);
    assert.equal(await neighbour.save(numberedPlan(1)), 1);
  },
);
