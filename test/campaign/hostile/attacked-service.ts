import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { upload } from "../../images/image-requests.ts";
import { pngOf } from "../../images/pictures.ts";
import { dataFolder, type DataFolder } from "../../support/data-folder.ts";
import { MiB } from "../../support/process-memory.ts";
import { type Served, serveProgram } from "../../support/program.ts";
import type { Random } from "../../support/random.ts";
import { type Attack, gatherAttackers, hostileAddresses } from "./attackers.ts";
import type { Tally } from "./tally.ts";

/** Short times, so that who is let go is let go soon; long ones beside a stall of a busy machine. */
const pingMs = 1500;
const authTimeoutMs = 1000;

const imageBytes = 15 * MiB;

const settings = [
  ["--ping-ms", pingMs],
  ["--connections", 512],
  // Hostile peers and those who are to come in have one token.
  ["--viewer-connections", 512],
  ["--plan-bytes", MiB],
  // What a viewer who does not read may have waiting is bounded by this.
  ["--outbox-bytes", 4 * MiB],
].flatMap((option) => option.map(String));

const limits = { authTimeoutMs, loginDelayMs: 10 };

/** A service in a process of its own, and hostile peers in another. */
export interface AttackedService extends DataFolder {
  readonly served: Served;
  /** Resolves when all connections of an attack have ended. */
  readonly attack: (
    random: Random,
    how: Pick<Attack, "connections" | "atOnce" | "kinds">,
  ) => Promise<Tally>;
  /** The work, unless the service or one of `others` ends before it, which is the failure then. */
  readonly during: <A>(work: Promise<A>, others?: readonly Promise<unknown>[]) => Promise<A>;
}

/**
 * Starts both. `args` are further settings of the service, `through` is a program that starts it,
 * with its arguments.
 */
export const startAttackedService = async (
  t: TestContext,
  args: readonly string[] = [],
  through: readonly string[] = [],
): Promise<AttackedService> => {
  const made = await dataFolder(t);
  const served = await serveProgram(t, made.data, [...settings, ...args], {}, through, limits);
  const image = await upload({ ...made, ...served }, "0", pngOf(imageBytes), "scan.png");
  const attackers = await gatherAttackers(t);
  const died = served.ended.then(({ code, signal }): never =>
    assert.fail(
      `the service ended with ${signal ?? `code ${code}`}; the last that it said:\n${served.err().slice(-3000)}`,
    ),
  );
  died.catch(() => undefined);
  return {
    ...made,
    served,
    attack: (random, how) =>
      attackers.attack({
        ...how,
        port: served.port,
        viewer: made.viewer,
        image,
        pingMs,
        authTimeoutMs,
        patienceMs: 10 * (2 * pingMs + authTimeoutMs),
        seed: random.below(2 ** 32),
        from: hostileAddresses,
      }),
    during: async (work, others = []) => {
      const never = others.map((other) => other.then(() => new Promise<never>(() => undefined)));
      try {
        return await Promise.race([work, died, ...never]);
      } catch (error) {
        // Who works notices the end of the service a little before it is known.
        await Promise.race([died, sleep(1000)]);
        throw error;
      }
    },
  };
};
