import assert from "node:assert/strict";
import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { isRight } from "fp-ts/lib/Either.js";
import { type AuditLine, decodeLine } from "../../../src/server/audit/audit-lines.ts";
import { eventually } from "../../support/polling.ts";
import { Peer } from "../../support/peer.ts";
import { numberedPlan } from "../../support/plans.ts";
import { runProgram, serveProgram } from "../../support/program.ts";
import { newUser, temporaryFolder } from "../../support/service.ts";

const bounded = { timeout: 120_000 };

const kept = async (t: TestContext, data: string): Promise<readonly AuditLine[]> => {
  const { code, out, err } = await runProgram(t, ["audit", "--json", "--data", data]);
  assert.deepEqual([code, err], [0, ""]);
  return out
    .trim()
    .split("\n")
    .map((line) => {
      const decoded = decodeLine(line);
      return isRight(decoded) ? decoded.right : assert.fail(line);
    });
};

test(
  "AUDIT-1, AUDIT-2: what people do and are refused is noted, over both ways in and by the command line, and no token is",
  bounded,
  async (t) => {
    const data = join(await temporaryFolder(t), "data");
    const served = await serveProgram(t, data, ["--login-failures", "2"]);
    const { url, port, token = "" } = served;
    const wall = await newUser(data, "wall", false);
    const peer = await Peer.login(t, port, token);
    await peer.save({ ...numberedPlan(1), secret: "in the plan" });
    await peer.error("floorplan/plan/save", { plan: {}, rev: 7 });
    const viewer = await Peer.login(t, port, wall);
    await viewer.error("floorplan/plan/save", { plan: {} });
    const ask = async (method: string, bearer: string, path = ""): Promise<number> => {
      const form = new FormData();
      form.set("level", "1. Stock");
      form.set("file", new Blob([Buffer.from("89504e470d0a1a0a", "hex")]), "a.png");
      const headers = { Authorization: `Bearer ${bearer}` };
      const body = method === "POST" ? { body: form } : {};
      const address = `${url}/api/floorplan/background${path}`;
      return (await fetch(address, { method, headers, ...body })).status;
    };
    assert.equal(await ask("POST", token), 200);
    assert.equal(await ask("DELETE", token, "?level=1.%20Stock"), 200);
    assert.equal(await ask("POST", wall), 403);
    for (const args of [
      ["token", "create", "Anna", "--admin"],
      ["token", "revoke", "Anna"],
    ])
      assert.equal((await runProgram(t, [...args, "--data", data])).code, 0);
    assert.equal(await ask("DELETE", "guess-one"), 401);
    assert.equal(await ask("DELETE", "guess-two"), 401);
    assert.equal((await runProgram(t, ["ban", "lift", "127.0.0.1", "--data", data])).code, 0);
    served.child.kill("SIGTERM");
    assert.equal((await served.ended).code, 0);

    const lines = await kept(t, data);
    const found = lines.map(({ what, user, rev, level, about, connection }) => [
      what,
      user?.startsWith("command line") === true ? "command line" : user,
      rev ?? level ?? about ?? connection,
    ]);
    const address = "127.0.0.1";
    assert.deepEqual(found, [
      ["token_created", "first start", "admin"],
      ["signed_in", "admin", 1],
      ["saved", "admin", 1],
      ["conflict", "admin", 1],
      ["signed_in", "wall", 2],
      ["refused", "wall", 2],
      ["image_uploaded", "admin", "1. Stock"],
      ["image_deleted", "admin", "1. Stock"],
      ["refused", "wall", undefined],
      ["token_created", "command line", "Anna"],
      ["token_revoked", "command line", "Anna"],
      ["sign_in_failed", undefined, undefined],
      ["banned", undefined, undefined],
      ["sign_in_failed", undefined, undefined],
      ["ban_lifted", "command line", address],
    ]);
    assert(lines.every(({ time }) => time.endsWith("+00:00")));
    assert(lines.slice(1, 9).every((line) => line.address === address && line.user_id));
    assert.equal(lines[1]?.by, "token");
    assert.equal(lines[5]?.command, "floorplan/plan/save");
    const folder = join(data, "audit");
    const inFilesOf = async (series: string): Promise<readonly string[]> =>
      (await readFile(join(folder, `${series}-00000001.jsonl`), "utf8"))
        .trim()
        .split("\n")
        .map((line) => `${JSON.parse(line).what} ${JSON.parse(line).user}`);
    assert.deepEqual(
      await inFilesOf("viewers"),
      ["signed_in wall", "refused wall", "refused wall"],
      "over the websocket, and over HTTP",
    );
    assert((await inFilesOf("audit")).every((line) => !line.endsWith(" wall")));
    for (const name of await readdir(folder)) {
      const text = await readFile(join(folder, name), "utf8");
      for (const secret of [token, wall, "guess", "in the plan"]) assert(!text.includes(secret));
      assert.equal((await stat(join(folder, name))).mode & 0o777, 0o600);
    }
  },
);

test("AUDIT-2: with no files to keep, nothing is noted", bounded, async (t) => {
  const data = join(await temporaryFolder(t), "data");
  const none = ["--audit-files", "0"];
  const served = await serveProgram(t, data, none);
  const peer = await Peer.login(t, served.port, served.token ?? "");
  await peer.save(numberedPlan(1));
  const environment = { FLOORPLAN_AUDIT_FILES: "0" };
  const created = await runProgram(t, ["token", "create", "Anna", "--data", data], environment);
  assert.equal(created.code, 0);
  served.child.kill("SIGTERM");
  await served.ended;
  assert(!(await readdir(data)).includes("audit"));
});

test(
  "AUDIT-4: a service that is killed loses no line that was written, and goes on behind them",
  bounded,
  async (t) => {
    const data = join(await temporaryFolder(t), "data");
    const served = await serveProgram(t, data);
    const peer = await Peer.login(t, served.port, served.token ?? "");
    for (let number = 1; number <= 50; number += 1) await peer.save(numberedPlan(number));
    const revs = async (): Promise<readonly number[]> =>
      (await kept(t, data)).flatMap(({ what, rev }) => (what === "saved" ? (rev ?? []) : []));
    // The last one may be on its way.
    const before = await eventually(async () => {
      const seen = await revs();
      return seen.length >= 50 ? { seen } : { not: `${seen.length} lines` };
    }, 20_000);
    served.child.kill("SIGKILL");
    await served.ended;
    const again = await serveProgram(t, data);
    const other = await Peer.login(t, again.port, served.token ?? "");
    await other.save(numberedPlan(51));
    again.child.kill("SIGTERM");
    await again.ended;
    assert.deepEqual(await revs(), [...before, 51]);
  },
);
