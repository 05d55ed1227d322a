import assert from "node:assert/strict";
import { test } from "node:test";
import { eventRevs, objectOf, range, revOf } from "../service/revisions.ts";
import { startEtcd } from "../support/etcd.ts";
import { ask, reached } from "../support/homes.ts";
import type { Peer } from "../support/peer.ts";
import { numberedPlan } from "../support/plans.ts";
import { eventually } from "../support/polling.ts";
import { mayUse } from "../support/programs.ts";
import { inCluster } from "../support/timeouts.ts";
import { openLink, startTestHomes } from "./provider-service.ts";

const patienceMs = 60_000;

/** Short, so that a save is soon told to be of unknown outcome, and a home soon tried again. */
const limits = { clusterMs: 500, clusterUnknownMs: 1000, homesFailedMs: 200 };

/** Saves until it is refused or made, as is wanted; every refusal has words. Resolves with the last save's result. */
const saveUntil = async (
  desk: Peer,
  next: () => number,
  isWanted: (code: unknown) => boolean,
): Promise<unknown> =>
  eventually(async () => {
    const reply = await desk.command("floorplan/plan/save", { plan: numberedPlan(next()) });
    const { code, message } = objectOf(reply["success"] === true ? {} : reply["error"]);
    if (code !== undefined) {
      assert(code === "not_loaded" || code === "outcome_unknown", JSON.stringify(reply));
      assert.match(String(message), /etcd|cluster|saved/);
    }
    return isWanted(code) ? { seen: reply["result"] } : { not: JSON.stringify(reply) };
  }, patienceMs);

test(
  "HOMES-143: while etcd has no quorum, whoever is in a home keeps the connection and the plan and is told why a save is refused; homes that sleep say so; all go on when it is back",
  inCluster,
  async (t) => {
    if (!mayUse(t, "etcd")) return;
    const { urls, members } = await startEtcd(t, { members: 3 });
    const provider = await startTestHomes(t, { cluster: urls.join(","), ...limits });
    const at = async (id: string) => {
      const { status, body } = await provider.ask("POST", "/provider/homes", { id });
      assert.equal(status, 201);
      const admin = await openLink(body["link"]);
      const { port } = provider.service.listening;
      return reached(t, port, { id, data: "", admin, viewer: "" });
    };
    const [home, sleeping] = [await at("awake"), await at("sleeping")];
    // A home whose quotas are changed falls asleep.
    const quotas = { home_saves: 20 };
    assert.equal((await provider.ask("PATCH", "/provider/homes/sleeping", { quotas })).status, 200);
    const desk = await home.login(home.admin);
    const screen = await home.login(home.admin);
    await screen.result("floorplan/plan/subscribe");
    let number = 0;
    const next = (): number => (number += 1);
    const before = await desk.save(numberedPlan(next()));

    const [first, second] = members;
    assert(first !== undefined && second !== undefined);
    await Promise.all([first.kill(), second.kill()]);
    await saveUntil(desk, next, (code) => code !== undefined);
    assert.equal(revOf(await desk.result("floorplan/plan/get")), before);
    const late = await home.login(home.admin);
    assert.equal(revOf(await late.result("floorplan/plan/get")), before);
    const { port } = provider.service.listening;
    const { status, body } = await ask(port, "/h/sleeping/api/floorplan/background?level=none", {
      method: "DELETE",
      headers: { Authorization: `Bearer ${sleeping.admin}` },
    });
    assert.equal(status, 503);
    assert.match(body, /this home cannot be opened/);

    await Promise.all([first.start(), second.start()]);
    const saved = await saveUntil(desk, next, (code) => code === undefined);
    const last = revOf(saved);
    await eventually(async () => {
      const revs = eventRevs(screen);
      return revs.at(-1) === last ? { seen: revs } : { not: `the screen has ${revs.join()}` };
    }, patienceMs);
    assert.deepEqual(eventRevs(screen), range(0, last), "every revision comes once, in order");
    const now = objectOf(await late.result("floorplan/plan/get"));
    assert.deepEqual([now["rev"], now["number"]], [last, number]);
    for (const peer of [desk, screen, late]) assert.equal(peer.ws.readyState, peer.ws.OPEN);
    const woken = await eventually(async () => {
      const peer = await sleeping.login(sleeping.admin).catch(() => undefined);
      return peer === undefined ? { not: "the home does not wake" } : { seen: peer };
    }, patienceMs);
    assert.equal(await woken.save(numberedPlan(1)), 1);
  },
);
