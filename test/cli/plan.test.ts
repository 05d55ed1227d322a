import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { flatPlan } from "../../src/model/demo/flat.ts";
import { demoPlan } from "../samples/index.ts";
import { clientOf } from "../support/data-folder.ts";
import { Peer } from "../support/peer.ts";
import { numberedPlan } from "../support/plans.ts";
import { runProgram } from "../support/program.ts";
import { runInProcess } from "../support/run-command.ts";
import { startTestService, temporaryFolder } from "../support/service.ts";

const json = (text: string): unknown => JSON.parse(text);

const fileOf = async (t: TestContext, text: string): Promise<string> => {
  const file = join(await temporaryFolder(t), "plan.json");
  await writeFile(file, text);
  return file;
};

test("CLI-7: get prints the plan as JSON, for every user", async (t) => {
  const { port, url, admin, viewer } = await startTestService(t);
  const none = await runProgram(t, ["get"], clientOf(url, viewer));
  assert.deepEqual([none.code, json(none.out), none.err], [0, {}, ""]);
  const peer = await Peer.login(t, port, admin);
  await peer.save({ ...numberedPlan(1), name: "Küche 😀" });
  // The options say the same as the variables do, and a slash at the end does no harm.
  const got = await runInProcess(["get", "--url", `${url}/`, "--token", viewer]);
  assert.deepEqual([got.code, got.err], [0, ""]);
  assert.deepEqual(json(got.out), { ...numberedPlan(1), name: "Küche 😀", rev: 1 });
});

test("CLI-7: get and save reach the domain that the service has", async (t) => {
  const { url, admin } = await startTestService(t, { config: { domain: "house" } });
  const environment = clientOf(url, admin);
  const file = await fileOf(t, "{}");
  const saved = await runInProcess(["save", file, "--domain", "house"], environment);
  assert.equal(saved.code, 0, saved.err);
  const got = await runInProcess(["get"], { ...environment, FLOORPLAN_DOMAIN: "house" });
  assert.deepEqual(json(got.out), { rev: 1 });
  const other = await runInProcess(["get"], environment);
  assert.deepEqual([other.code, other.out], [1, ""]);
  assert.match(other.err, /unknown_command/);
});

test("CLI-8: save takes a file or the standard input, and prints the new revision", async (t) => {
  const { port, url, admin } = await startTestService(t);
  const environment = clientOf(url, admin);
  const file = await fileOf(t, JSON.stringify(numberedPlan(1), null, 2));
  const first = await runProgram(t, ["save", file], environment);
  assert.deepEqual([first.code, first.out, first.err], [0, "saved as revision 1\n", ""]);
  const input = JSON.stringify(demoPlan("house"));
  const second = await runProgram(t, ["save", "-"], environment, input);
  assert.deepEqual([second.code, second.out, second.err], [0, "saved as revision 2\n", ""]);
  const peer = await Peer.login(t, port, admin);
  assert.deepEqual(await peer.result("floorplan/plan/get"), { ...demoPlan("house"), rev: 2 });
});

test("CLI-8: save --rev is refused when it is not the stored revision", async (t) => {
  const { url, admin } = await startTestService(t);
  const file = await fileOf(t, "{}");
  const save = (rev: string) => runInProcess(["save", file, "--rev", rev], clientOf(url, admin));
  assert.equal((await save("0")).out, "saved as revision 1\n");
  const late = await save("0");
  assert.deepEqual([late.code, late.out], [1, ""]);
  assert.match(late.err, /conflict: .*\b1\b/);
  assert.equal((await save("1")).out, "saved as revision 2\n");
});

test("CLI-8: what the service refuses exits with 1, its code and its message", async (t) => {
  const { data, port, url, admin, viewer } = await startTestService(t);
  const refusal = ({ code, out, err }: Awaited<ReturnType<typeof runProgram>>): string => {
    assert.deepEqual([code, out], [1, ""], err);
    assert.doesNotMatch(err, /^\s+at /m, "no stack");
    return err;
  };
  const refused = async (token: string, file: string): Promise<string> =>
    refusal(await runInProcess(["save", file], clientOf(url, token)));
  const [shape, rights, syntax, missing] = await Promise.all([
    refused(admin, await fileOf(t, '{"rooms":1}')),
    refused(viewer, await fileOf(t, "{}")),
    runProgram(t, ["save", "-"], clientOf(url, admin), "{rooms:[]}").then(refusal),
    refused(admin, join(data, "nowhere.json")),
  ]);
  assert.match(shape, /invalid_format: plan\.rooms: expected array/);
  assert.match(rights, /unauthorized: \S/);
  assert.match(syntax, /JSON/);
  assert.match(missing, /nowhere\.json/);
  const peer = await Peer.login(t, port, admin);
  assert.deepEqual(await peer.result("floorplan/plan/get"), {}, "nothing was saved");
});

test("CLI-8, SAVE-8: save never makes something else of a number that a double cannot hold", async (t) => {
  const { port, url, admin } = await startTestService(t);
  const file = await fileOf(t, '{"rooms":[],"size":1e999}');
  const run = await runInProcess(["save", file], clientOf(url, admin));
  const peer = await Peer.login(t, port, admin);
  assert.deepEqual(await peer.result("floorplan/plan/get"), {}, "nothing was saved");
  assert.deepEqual([run.code, run.out], [1, ""]);
  assert.match(run.err, /size/);
});

test("CLI-10: history lists the earlier plans, and prints one as JSON", async (t) => {
  const { port, url, admin } = await startTestService(t);
  const peer = await Peer.login(t, port, admin);
  await peer.save({ ...numberedPlan(1), furniture: [{ id: "a" }, { id: "b" }] });
  await peer.save(numberedPlan(2));
  await peer.save(numberedPlan(3));
  const environment = clientOf(url, admin);
  const [list, lines, first, current, other] = await Promise.all([
    runProgram(t, ["history"], environment),
    runInProcess(["history", "--json"], environment),
    runInProcess(["history", "1"], environment),
    runInProcess(["history", "3"], environment),
    runInProcess(["history", "4"], environment),
  ]);
  assert.deepEqual([list.code, list.err], [0, ""]);
  const [head = "", ...rows] = list.out.trimEnd().split("\n");
  assert.match(head, /^REV +SAVED AT +ROOMS +ITEMS +SAVED BY$/);
  assert.equal(rows.length, 2);
  assert.match(rows[0] ?? "", /^2 +\d{4}-\d\d-\d\dT[\d:.]+\+00:00 +1 +0 +admin$/);
  assert.match(rows[1] ?? "", /^1 +\d{4}-\d\d-\d\dT[\d:.]+\+00:00 +1 +2 +admin$/);
  const entries = lines.out.trimEnd().split("\n").map(json);
  const details = await peer.result("floorplan/history/details");
  assert(Array.isArray(details) && details.length === 3);
  assert.deepEqual([lines.code, entries], [0, details.slice(1)]);
  assert.deepEqual([first.code, first.err], [0, ""]);
  const plan = { ...numberedPlan(1), furniture: [{ id: "a" }, { id: "b" }], rev: 1 };
  assert.deepEqual(json(first.out), plan);
  assert.deepEqual(json(current.out), { ...numberedPlan(3), rev: 3 });
  assert.deepEqual([other.code, other.out], [1, ""]);
  assert.match(other.err, /not_found: .*4/);
});

test("CLI-11: demo prints the sample flat as JSON", async () => {
  const { code, out, err } = await runInProcess(["demo"]);
  assert.deepEqual([code, err], [0, ""]);
  assert.deepEqual(json(out), flatPlan());
});
