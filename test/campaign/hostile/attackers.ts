import assert from "node:assert/strict";
import { fork } from "node:child_process";
import { once } from "node:events";
import type { TestContext } from "node:test";
import { fileURLToPath } from "node:url";
import { isRight } from "fp-ts/lib/Either.js";
import * as t from "io-ts";
import { bundledProgram } from "../../support/bundled-program.ts";
import { type Tally, tallyCodec } from "./tally.ts";

/** An attack: who attacks, how, and how many at a time. */
export const attackCodec = t.type({
  port: t.number,
  /** Token of a viewer. */
  viewer: t.string,
  /** Path of a large image. */
  image: t.string,
  pingMs: t.number,
  authTimeoutMs: t.number,
  patienceMs: t.number,
  seed: t.number,
  connections: t.number,
  atOnce: t.number,
  /** The local addresses that they come from; one that stands there more often is drawn more often. */
  from: t.readonlyArray(t.string),
  /** Beginnings of the names of kinds; all where there are none. */
  kinds: t.readonlyArray(t.string),
});

export type Attack = t.TypeOf<typeof attackCodec>;

const script = fileURLToPath(new URL("./attack-process.ts", import.meta.url));

/** Loopback addresses of Linux, which need no setup; the first is also that of the honest peers, and attacks the most. */
export const hostileAddresses: readonly string[] = [1, 1, 1, 2, 3, 4, 5, 6, 7, 8, 9].map(
  (last) => `127.0.0.${last}`,
);

/** Hostile peers in a process of their own. */
export interface Attackers {
  /** Resolves with how all connections ended, when the last one has. */
  readonly attack: (attack: Attack) => Promise<Tally>;
}

/** Starts the process of the hostile peers; it ends with the test. */
export const gatherAttackers = async (test: TestContext): Promise<Attackers> => {
  const child = fork(bundledProgram(script), { execArgv: [] });
  test.after(() => child.kill("SIGKILL"));
  const ended = once(child, "exit").then(([code]: unknown[]): never =>
    assert.fail(`the process of the hostile peers ended with code ${String(code)}`),
  );
  ended.catch(() => undefined);
  const message = (): Promise<unknown[]> => Promise.race([once(child, "message"), ended]);
  await message();
  return {
    attack: async (attack) => {
      const answer = message();
      child.send(attack);
      const [raw] = await answer;
      const tally = tallyCodec.decode(raw);
      assert(isRight(tally), "the answer is a tally");
      return tally.right;
    },
  };
};
