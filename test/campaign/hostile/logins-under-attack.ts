import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { Peer } from "../../support/peer.ts";
import { withTimeout } from "../../support/polling.ts";

/** How often a newcomer knocks before it is said to be locked out. */
const maxTries = 6;
/** What a try may take: a login that is held up longer has failed for whoever stands before the screen. */
const tryMs = 10_000;
const restMs = 1000;

/** What became of the logins during an attack. */
export interface LoginTally {
  /** Logins, all of which succeeded in the end. */
  logins: number;
  /** How many of them took more than one try. */
  retried: number;
  /** The most tries of one. */
  tries: number;
  /** Why a try failed, and how often. */
  readonly refusals: Map<string, number>;
}

const loginOnce = async (t: TestContext, port: number, token: string, from: string) => {
  const peer = await Peer.login(t, port, token, { localAddress: from, handshakeTimeout: tryMs });
  assert.equal((await peer.command("auth/current_user"))["success"], true);
  peer.ws.close();
  await peer.closed;
};

/**
 * Lets somebody log in from each of two addresses about every second, until `until` resolves: from one
 * that hostile peers have as well, and from one of their own. Rejects when somebody is locked out.
 */
export const tryLogins = async (
  t: TestContext,
  { port, token }: { readonly port: number; readonly token: string },
  until: Promise<unknown>,
): Promise<LoginTally> => {
  const attack = { isOver: false };
  void until.finally(() => (attack.isOver = true)).catch(() => undefined);
  const welcome: LoginTally = { logins: 0, retried: 0, tries: 0, refusals: new Map() };
  const arrive = async (from: string): Promise<void> => {
    for (let tries = 1; ; tries += 1) {
      try {
        await withTimeout(loginOnce(t, port, token, from), tryMs, "a login");
        welcome.logins += 1;
        if (tries > 1) welcome.retried += 1;
        welcome.tries = Math.max(welcome.tries, tries);
        return;
      } catch (error) {
        const why = `${from}: ${error instanceof Error ? error.message : String(error)}`;
        welcome.refusals.set(why, (welcome.refusals.get(why) ?? 0) + 1);
        assert(tries < maxTries, `a newcomer is locked out, ${tries} times: ${why}`);
      }
    }
  };
  const keepArriving = async (from: string): Promise<void> => {
    while (!attack.isOver) {
      await arrive(from);
      await sleep(restMs);
    }
  };
  await Promise.all(["127.0.0.1", "127.0.0.100"].map(keepArriving));
  return welcome;
};

/** Logins in words. */
export const loginTallyText = ({ logins, retried, tries, refusals }: LoginTally): string => {
  const why = [...refusals].map(([reason, count]) => `${count} × ${reason}`);
  return [`${logins} logins, ${retried} with a retry, ${tries} tries at the most`, ...why].join(
    "; ",
  );
};
