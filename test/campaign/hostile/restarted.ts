import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import { runProgram, type Served, serveProgram } from "../../support/program.ts";
import type { SavedPlans } from "../saved-plans.ts";
import { WireClient } from "../wire-client.ts";

/** Kills a service as it stands; resolves when it is gone. */
export const killProgram = async ({ child, ended }: Served): Promise<void> => {
  child.kill("SIGKILL");
  assert.equal((await ended).signal, "SIGKILL", "it lived until then");
};

/** Starts a service on a folder, with further settings, and compares its plan with what was acknowledged last: it is that one, or a later one that was sent. */
export const assertNothingLost = async (
  t: TestContext,
  data: string,
  token: string,
  plans: SavedPlans,
  args: readonly string[],
): Promise<Served> => {
  const before = plans.newest;
  const served = await serveProgram(t, data, args);
  const client = await WireClient.login(t, { port: served.port, token });
  const reply = await client?.request("plan/get");
  assert(reply !== undefined, "the plan is there");
  const { rev } = plans.see(reply);
  assert(rev >= before, `revision ${before} was acknowledged, not only ${rev}`);
  plans.assertContiguous(rev);
  client?.ws.close();
  const verified = await runProgram(t, ["log", "verify", "--data", data]);
  assert.equal(verified.code, 0, verified.err);
  return served;
};
