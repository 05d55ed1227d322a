import { setTimeout as sleep } from "node:timers/promises";
import { read } from "../recorder.ts";
import type { Campaign } from "./campaign.ts";
import type { RoamingClient } from "./roaming-client.ts";

const lookMs = 100;

/** Watches every revision at one node, until that ends or it is time to go. */
export const viewOnce = async (
  campaign: Campaign,
  viewer: RoamingClient,
  isTime: () => boolean,
): Promise<void> => {
  const stay = await viewer.arrive();
  if (stay === undefined) return;
  const isOpen = (): boolean => stay.client.ws.readyState === stay.client.ws.OPEN;
  const before = viewer.newest;
  const rev = (await stay.subscribe()) ? await read(stay) : undefined;
  if (rev !== undefined) {
    viewer.sees(rev, `${stay.place.name}, by a read`, before);
    while (isOpen() && campaign.isViewing && !isTime()) await sleep(lookMs);
  } else await sleep(lookMs);
  stay.leave();
  viewer.wander();
};

/** The same at one node after another, and to the end at the last one. */
export const view = async (campaign: Campaign, viewer: RoamingClient): Promise<void> => {
  const { random } = viewer;
  while (campaign.isViewing) {
    // Half of them stay as long as they can.
    const until = performance.now() + (random.below(2) === 0 ? Infinity : random.below(20_000));
    await viewOnce(campaign, viewer, () => campaign.isSaving && performance.now() > until);
  }
};
