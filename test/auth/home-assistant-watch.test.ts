import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { IdentityWatch } from "../../src/auth/home-assistant-identities.ts";
import type { CloseReason } from "../../src/server/websocket/close.ts";
import type { Identified } from "../../src/auth/authenticator.ts";
import { boundary } from "../support/failing-boundary.ts";
import { bounded } from "../support/timeouts.ts";

const user = { id: "1", name: "Ada", admin: true, owner: false, control: true } as const;

const known: Identified = {
  kind: "known",
  person: { user, by: "home_assistant", key: "1", holds: () => true, proxy: undefined },
};

/** A watch of somebody whose looks are answered as they come, and why it closed their connection. */
const watched = (t: TestContext, identify: () => Promise<Identified>) => {
  let closed: (why: CloseReason) => void = () => undefined;
  const why = new Promise<CloseReason>((resolve) => (closed = resolve));
  const watch = new IdentityWatch({ identify, user, everyMs: 3600_000, close: closed, boundary });
  t.after(() => watch.end());
  return { watch, why };
};

test(
  "UPSTREAM-4: whoever is revoked while they are looked up, after they were found, is looked up once more at once",
  bounded,
  async (t) => {
    let found: (identified: Identified) => void = () => undefined;
    let looks = 0;
    const { watch, why } = watched(t, async () => {
      looks += 1;
      if (looks === 1) return new Promise((resolve) => (found = resolve));
      return { kind: "refused", message: "it was revoked" };
    });
    watch.look();
    await Promise.resolve();
    watch.look();
    watch.look();
    found(known);
    assert.equal((await why).code, 1008);
    assert.equal(looks, 2, "which does for both");
  },
);

test(
  "OPS-15, UPSTREAM-4: a wish to look somebody up is lost at no microtask",
  bounded,
  async (t) => {
    for (let at = 0; at < 12; at += 1) {
      let isRevoked = false;
      const { watch, why } = watched(t, async () => {
        const seen = isRevoked;
        await Promise.resolve();
        return seen ? { kind: "refused", message: "it was revoked" } : known;
      });
      watch.look();
      for (let turn = 0; turn < at; turn += 1) await Promise.resolve();
      isRevoked = true;
      watch.look();
      assert.equal((await why).code, 1008, `after ${at} microtasks`);
    }
  },
);
