import assert from "node:assert/strict";
import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { numberedPlan } from "../../support/plans.ts";
import { privateNet } from "../../support/private-net.ts";
import { startCommand } from "../../support/program.ts";
import { mayUse } from "../../support/programs.ts";
import { temporaryFolder } from "../../support/service.ts";
import { readDockerfile } from "../dockerfile.ts";
import { packInto, project } from "../packed.ts";
import { buildImage, within } from "./image.ts";

test("PACK-8: what the Dockerfile's steps make starts as its user, is found healthy, keeps a plan in its volume and stops", async (t) => {
  if (!mayUse(t, "mmdebstrap")) return;
  const [machine] = (await privateNet(t, 1)) ?? [];
  if (machine === undefined) return;
  const context = await temporaryFolder(t);
  await packInto(context);
  const source = await readFile(join(project, "packaging/docker/Dockerfile"), "utf8");
  const image = await buildImage(t, readDockerfile(source), context);

  const inside = [...machine.through, ...within(image), "sh", "-c"];
  const start = (words: readonly string[], extra: Readonly<Record<string, string>> = {}) =>
    startCommand(t, [...inside, `cd ${image.workdir} && exec "$@"`, "sh", ...words], {
      env: { ...image.env, HOME: "/home/node", ...extra },
    });
  assert.equal((await start(image.health).ended).code, 1, "nothing runs yet");

  const served = start(image.command);
  await served.printed("  /data/first-token\n");
  assert.match(served.out(), /http:\/\/0\.0\.0\.0:8125/);
  const { uid } = await stat(`/proc/${served.child.pid}`);
  assert.equal(uid, 1000);
  assert.equal((await start(image.health).ended).code, 0);

  const token = (await readFile(join(image.root, "data/first-token"), "utf8")).trim();
  await writeFile(join(image.root, "tmp/plan.json"), JSON.stringify(numberedPlan(1)));
  const saved = start(["floorplan", "save", "/tmp/plan.json"], { FLOORPLAN_TOKEN: token });
  assert.equal((await saved.ended).code, 0, saved.err());
  const page = start([
    "node",
    "-e",
    "fetch('http://127.0.0.1:8125/').then((r) => r.text()).then(console.log)",
  ]);
  await page.ended;
  assert.match(page.out(), /<script/);

  assert.equal(image.stopSignal, "SIGTERM");
  served.child.kill("SIGTERM");
  assert.deepEqual(await served.ended, { code: 0, signal: null }, served.err());
  assert.deepEqual(image.volumes, ["/data"]);
  const kept = await readdir(join(image.root, "data"));
  assert(kept.includes("users.json") && kept.length > 1, kept.join(", "));
});
