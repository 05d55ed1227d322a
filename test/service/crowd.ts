import assert from "node:assert/strict";
import { fork } from "node:child_process";
import { once } from "node:events";
import type { TestContext } from "node:test";
import { fileURLToPath } from "node:url";
import * as t from "io-ts";
import { bundledProgram } from "../support/bundled-program.ts";

const script = fileURLToPath(new URL("./crowd-process.ts", import.meta.url));
const counted = t.type({ counts: t.array(t.number) });

/** Subscribers in a process of their own. */
export interface Crowd {
  /** The bytes that each received; resolves when each has received all that was sent to it before. */
  readonly counts: () => Promise<readonly number[]>;
}

/** Lets `many` subscribers connect; with `stop` they read nothing after their first event. */
export const gatherCrowd = async (
  test: TestContext,
  { port, token, many, mode }: { port: number; token: string; many: number; mode: "read" | "stop" },
): Promise<Crowd> => {
  const child = fork(bundledProgram(script), [String(port), token, String(many), mode], {
    execArgv: [],
  });
  test.after(() => child.kill("SIGKILL"));
  const failed = once(child, "exit").then(([code]: unknown[]): never =>
    assert.fail(`the subscribers' process ended with code ${String(code)}`),
  );
  failed.catch(() => undefined);
  const message = (): Promise<unknown[]> => Promise.race([once(child, "message"), failed]);
  await message();
  return {
    counts: async () => {
      const answer = message();
      child.send("count");
      const [answered] = await answer;
      assert(counted.is(answered));
      return answered.counts;
    },
  };
};
