import assert from "node:assert/strict";
import { rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { isRight } from "fp-ts/lib/Either.js";
import { inspectLog } from "../../src/backup/folder-home.ts";
import { closeReasons } from "../../src/server/websocket/close.ts";
import { nodeFileSystem } from "../../wal/index.ts";
import { numberedPlan } from "../support/plans.ts";
import { startTestHomes } from "./provider-service.ts";
import { startTestHomes as startHomesWithUsers } from "../support/homes.ts";

test("HOMES-160: /healthz tells everybody whether homes are served, and the provider which have a problem", async (t) => {
  const { ask, url, data } = await startTestHomes(t);
  for (const id of ["a", "b"])
    assert.equal((await ask("POST", "/provider/homes", { id })).status, 201);
  await writeFile(join(data, "homes/a/users.json"), "no JSON");
  const page = async (id: string): Promise<number> => {
    const { status } = await fetch(`${url}/h/${id}/settings.json`);
    return status;
  };
  assert.equal(await page("b"), 200);
  const { body: before } = await ask("GET", "/healthz");
  assert.deepEqual([before["problem_count"], before["problems"]], [0, {}]);
  await ask("PATCH", "/provider/homes/a", { suspended: true });
  assert.equal(await page("a"), 503, "the home with the damaged file alone is refused");
  assert.equal(await page("b"), 200);

  const stranger = await fetch(`${url}/healthz`);
  assert.deepEqual([stranger.status, await stranger.json()], [200, { status: "ready" }]);
  const { status, body } = await ask("GET", "/healthz");
  assert.equal(status, 200);
  assert.equal(body["problem_count"], 1);
  const problem = JSON.stringify(body["problems"]);
  assert.match(problem, /^\{"a":"users\.json is damaged: /);
  assert(!problem.includes(data), "no path of the machine is named");
  const { all, awake } = Object(body["homes"]);
  assert.deepEqual([all, awake], [2, 1]);
  assert.equal((await ask("GET", "/healthz", undefined, "wrong")).status, 401);
  assert.equal((await fetch(`${url}/livez`)).status, 200);
});

test("HOMES-161: the pages and what they load are the same for all homes, and wake none", async (t) => {
  const { ask, url } = await startTestHomes(t);
  assert.equal((await ask("POST", "/provider/homes", { id: "a" })).status, 201);
  const awake = async (): Promise<unknown> => {
    const { body } = await ask("GET", "/healthz");
    return Object(body["homes"])["awake"];
  };
  const before = await awake();
  for (const home of ["a", "nobody"])
    for (const path of ["", "wall", "floorplan-card.js", "assets/none-12345678.js"])
      await (await fetch(`${url}/h/${home}/${path}`)).arrayBuffer();
  assert.equal(await awake(), before);
  assert.equal((await fetch(`${url}/h/a/settings.json`)).status, 200);
  assert.equal(await awake(), 1, "anything else wakes the home");
});

test("HOMES-162: a home that is moved away while it is used ends its connections, and is none any more", async (t) => {
  const homes = await startHomesWithUsers(t);
  const one = homes.home("one");
  const peer = await one.login(one.admin);
  await peer.save(numberedPlan(1));
  await rename(one.data, join(homes.root, "away"));
  const { code, reason } = await peer.closed;
  assert.deepEqual([code, reason], [closeReasons.homeMoved.code, closeReasons.homeMoved.reason]);
  await homes.stop();
  const again = await inspectLog(nodeFileSystem, join(homes.root, "away"));
  assert(isRight(again.result), "what was saved is where the home is now");
  assert.equal(again.revisions.length, 1);
});
