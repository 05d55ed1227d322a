import { setTimeout as sleep } from "node:timers/promises";
import { read } from "../recorder.ts";
import type { Campaign } from "./campaign.ts";
import type { Roamer } from "./roamer.ts";

const lookMs = 100;

/** Watches every revision, at one node until that ends or it is time for another one. */
export const view = async (campaign: Campaign, viewer: Roamer): Promise<void> => {
  const { random } = viewer;
  while (campaign.isViewing) {
    const stay = await viewer.arrive();
    if (stay === undefined) return;
    let isThere = await stay.subscribe();
    void stay.client.closed.then(() => (isThere = false));
    const before = viewer.newest;
    const rev = isThere ? await read(stay) : undefined;
    if (rev !== undefined) viewer.sees(rev, `${stay.place.name}, by a read`, before);
    // Half of them stay as long as they can.
    const until = random.below(2) === 0 ? Infinity : performance.now() + random.below(20_000);
    while (isThere && campaign.isViewing && (performance.now() < until || !campaign.isSaving))
      await sleep(lookMs);
    stay.leave();
    viewer.wander();
    if (!isThere) await sleep(lookMs);
  }
};
