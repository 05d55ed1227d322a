/**
 * Hostile peers in a process of their own, which waits for the service and for honest peers where
 * they want the same core: what is measured is what the service does about them, not how many
 * cores there are. Told what to do, it answers with a tally.
 */
import { setPriority, constants } from "node:os";
import { isLeft } from "fp-ts/lib/Either.js";
import { randomOf } from "../../support/random.ts";
import { type Attack, attackCodec } from "./attackers.ts";
import { HostilePeer } from "./hostile-peer.ts";
import type { AttackKind } from "./attack-kind.ts";
import { kindsNamed } from "./attack-kinds.ts";
import { addTally, type Tally } from "./tally.ts";

interface AttackRun {
  readonly kind: AttackKind;
  readonly from: string;
  readonly seed: number;
}

const endingOf = async (attack: Attack, { kind, from, seed }: AttackRun): Promise<string> => {
  const peer = await HostilePeer.connect(attack.port, from);
  if (typeof peer === "string") return peer;
  await Promise.race([kind.act(peer, randomOf(seed), attack), peer.closed]);
  return peer.ending(attack.patienceMs);
};

/** Makes all connections of an attack, `atOnce` at a time. */
const carryOut = async (attack: Attack): Promise<Tally> => {
  const tally: Tally = {};
  const random = randomOf(attack.seed);
  const [first, ...others] = kindsNamed(attack.kinds);
  const [home, ...elsewhere] = attack.from;
  if (first === undefined || home === undefined) throw new Error("there is nothing to do");
  let left = attack.connections;
  const raidOnAndOn = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      // Drawn in the order of the connections, so that a seed repeats who comes, if not when.
      const kind = random.pick([first, ...others]);
      const from = random.pick([home, ...elsewhere]);
      const raid = { kind, from, seed: random.below(2 ** 32) };
      const ending = await endingOf(attack, raid);
      if (ending === "ECONNREFUSED") left = 0;
      addTally(tally, { [kind.name]: { [ending]: 1 } });
    }
  };
  await Promise.all(Array.from({ length: attack.atOnce }, raidOnAndOn));
  return tally;
};

setPriority(constants.priority.PRIORITY_LOW);
process.on("message", (raw) => {
  const attack = attackCodec.decode(raw);
  if (isLeft(attack)) throw new Error("an attack is expected");
  void carryOut(attack.right).then((tally) => process.send?.(tally));
});
process.once("disconnect", () => process.exit());
process.send?.("ready");
