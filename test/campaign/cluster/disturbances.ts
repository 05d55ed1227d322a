import type { Random } from "../../support/random.ts";
import type { Campaign } from "./campaign.ts";

/** Something that is done to the cluster. */
export interface Disturbance {
  readonly kind: string;
  /** How many lots it has among the others. */
  readonly lots: number;
  /** Does it, and undoes it; resolves when all that it touched is as before. */
  readonly run: (random: Random) => Promise<void>;
}

/** The longest quiet between two disturbances. */
const quietMs = 1500;

const draw = (random: Random, disturbances: readonly Disturbance[]): Disturbance | undefined => {
  const all = disturbances.flatMap((each) => Array.from({ length: each.lots }, () => each));
  return all[random.below(all.length)];
};

/** Makes so many disturbances by lot, one after another; none begins after `untilMs`, by the clock of `performance`. */
export const disturb = async (
  campaign: Campaign,
  disturbances: readonly Disturbance[],
  times: number,
  untilMs = Infinity,
): Promise<void> => {
  const random = campaign.lot();
  for (let time = 0; time < times && campaign.isSaving && performance.now() < untilMs; time += 1) {
    await campaign.pause(200 + random.below(quietMs));
    const chosen = draw(random, disturbances);
    if (chosen === undefined) return;
    await chosen.run(random);
    campaign.figures.disturbed(chosen.kind);
  }
};
