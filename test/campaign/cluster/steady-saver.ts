import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { save } from "../recorder.ts";
import { WireClient } from "../wire-client.ts";
import type { Campaign } from "./campaign.ts";
import type { ClientNode } from "./client-node.ts";

/** How long who is refused waits before it tries again. */
const refusedMs = 50;

/** Somebody who saves at one node as fast as it answers, each time on the newest revision that anybody was told. */
export interface SteadySaver {
  /** When each save was acknowledged, and when each was answered so or with a conflict, by the clock of `performance`. */
  readonly acknowledged: readonly number[];
  readonly answered: readonly number[];
  readonly end: () => Promise<void>;
}

/** The newest revision that anybody was told. */
export interface NewestRevision {
  rev: number;
}

/** Begins to save at a node. A conflict with an older revision than somebody was told before the save is a complaint. */
export const saveSteadilyAt = async (
  campaign: Campaign,
  place: ClientNode,
  newest: NewestRevision,
): Promise<SteadySaver> => {
  const { t, recorder } = campaign;
  assert(place.access !== undefined);
  const client = await WireClient.login(t, place.access);
  assert(client !== undefined, `${place.name} lets somebody in`);
  const acknowledged: number[] = [];
  const answered: number[] = [];
  const over = new AbortController();
  const work = async (): Promise<void> => {
    while (!over.signal.aborted) {
      const before = newest.rev;
      const saved = await save({ client, recorder }, "flat", before);
      if (saved.kind === "gone") return;
      if (saved.rev === undefined) {
        await sleep(refusedMs);
        continue;
      }
      assert(saved.rev >= before, `${place.name} told ${saved.rev}, and ${before} was told before`);
      newest.rev = Math.max(newest.rev, saved.rev);
      answered.push(performance.now());
      if (saved.kind === "write") acknowledged.push(performance.now());
    }
  };
  const working = campaign.take(work());
  return {
    acknowledged,
    answered,
    end: async () => {
      over.abort();
      await working;
      client.ws.terminate();
    },
  };
};

/** How many of these times are between two others, and the longest time without any, in milliseconds. */
export const between = (
  times: readonly number[],
  from: number,
  until: number,
): { readonly count: number; readonly longestMs: number } => {
  const within = times.filter((at) => at >= from && at <= until);
  const all = [from, ...within, until];
  const gaps = all.slice(1).map((at, index) => at - (all[index] ?? at));
  return { count: within.length, longestMs: Math.max(...gaps) };
};
