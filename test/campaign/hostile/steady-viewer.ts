import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import type { SavedPlans } from "../saved-plans.ts";
import { type Access, WireClient } from "../wire-client.ts";

/** A subscriber that must get every revision once, in order and whole, and must stay connected. */
export interface SteadyViewer {
  /** Rejects when a revision is missed or repeated, or the connection ends. */
  readonly ended: Promise<never>;
  /** Resolves when all that was saved by now was seen. */
  readonly caughtUp: () => Promise<void>;
}

export const steadyViewer = async (
  t: TestContext,
  access: Access,
  plans: SavedPlans,
): Promise<SteadyViewer> => {
  let last: number | undefined;
  let fail = (_error: unknown): void => undefined;
  const failed = new Promise<never>((_resolve, reject) => (fail = reject));
  failed.catch(() => undefined);
  const client = await WireClient.login(t, access, (message) => {
    try {
      const { rev } = plans.see(message);
      assert.equal(rev, last === undefined ? rev : last + 1, "no revision is missed or repeated");
      last = rev;
    } catch (error) {
      fail(error);
    }
  });
  assert(client !== undefined, "the viewer may connect");
  void client.closed.then(() => fail(new Error("the viewer was disconnected")));
  assert((await client.request("plan/subscribe")) !== undefined);
  return {
    ended: failed,
    caughtUp: async () => {
      const newest = plans.newest;
      // The reply stands in line behind the events.
      assert((await client.request("plan/get")) !== undefined, "the viewer stays connected");
      assert(last !== undefined && last >= newest, `revision ${newest} was seen, not only ${last}`);
    },
  };
};
