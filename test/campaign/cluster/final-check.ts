import assert from "node:assert/strict";
import { isLeft } from "fp-ts/lib/Either.js";
import { objectOf, range, revOf } from "../../service/revisions.ts";
import { eventually } from "../../support/polling.ts";
import { linearize, type Order } from "../linearizability.ts";
import { read, type Recorder } from "../recorder.ts";
import { countsOf } from "../wire-plans.ts";
import type { Campaign } from "./campaign.ts";
import { RoamingClient } from "./roaming-client.ts";
import type { StoredRevision } from "./stored-revisions.ts";

/** How many earlier plans the history keeps. */
const historyLength = 20;

/** What a node has in the end. */
export interface FinalState {
  readonly rev: number;
  /** As `history/list` tells it. */
  readonly history: readonly unknown[];
}

/** The plan and the history of the node that clients find first at a place; undefined while it lets nobody in. */
const keptAt = async (campaign: Campaign, at: number): Promise<FinalState | undefined> => {
  const { recorder } = campaign;
  const stay = await new RoamingClient(campaign, "the last one to look", at).arrive();
  if (stay === undefined || stay.place !== campaign.places[at]) {
    stay?.leave();
    return undefined;
  }
  const rev = await read(stay);
  assert(rev !== undefined, `${stay.place.name} shows its plan`);
  const reply = await stay.client.request("history/list");
  assert(reply !== undefined);
  const { result } = objectOf(JSON.parse(reply.toString()));
  assert(Array.isArray(result));
  for (const entry of result) {
    const invoked = recorder.now();
    const shown = await stay.client.request("history/get", `,"rev":${revOf(entry)}`);
    assert(shown !== undefined);
    const plan = recorder.shown(shown);
    assert.equal(plan.rev, revOf(entry));
    recorder.operations.push({ kind: "seen", ...plan, invoked, returned: recorder.now() });
  }
  stay.leave();
  return { rev, history: result };
};

/** The last plans with rooms before the newest one, newest first. */
const expectedHistory = ({ values }: Order, recorder: Recorder): readonly unknown[] =>
  values
    .map((value, position) => ({ rev: position + 1, ...countsOf(recorder.kindOf(value)) }))
    .slice(0, -1)
    .filter(({ rooms }) => rooms > 0)
    .slice(-historyLength)
    .toReversed();

const withoutTime = (entry: unknown): unknown => {
  const { rev, rooms, items } = objectOf(entry);
  return { rev, rooms, items };
};

const quietMs = 60_000;

/**
 * Waits until all nodes let clients in, and nothing is stored any more: a client that left may have sent a save that its
 * node has yet to make.
 */
const untilQuiet = async (campaign: Campaign): Promise<void> => {
  let before: number | undefined;
  await eventually(async () => {
    const revs: (number | undefined)[] = [];
    for (const at of campaign.places.keys()) revs.push((await keptAt(campaign, at))?.rev);
    const isQuiet = before !== undefined && revs.every((rev) => rev === before);
    before = revs[0];
    return isQuiet ? { seen: undefined } : { not: `the nodes have ${revs.join(", ")}` };
  }, quietMs);
};

/** The same of a node that may be slow to let somebody in, as on a busy machine. */
const patientlyKeptAt = (campaign: Campaign, at: number): Promise<FinalState> =>
  eventually(async () => {
    const kept = await keptAt(campaign, at);
    return kept === undefined
      ? { not: `${campaign.places[at]?.name} lets nobody in` }
      : { seen: kept };
  }, quietMs);

/** What every node has in the end, which is the same. Whatever nobody knew to be stored is stored by now, or never will be. */
export const readFinalState = async (campaign: Campaign): Promise<FinalState> => {
  await untilQuiet(campaign);
  campaign.recorder.settle();
  const kept = await patientlyKeptAt(campaign, 0);
  for (const at of [...campaign.places.keys()].slice(1))
    assert.deepEqual(await patientlyKeptAt(campaign, at), kept, "every node has the same");
  return kept;
};

/** What all clients did and saw fits one order, which is what etcd has stored, each revision once, and what the nodes show in the end. */
export const checkOrder = (
  { recorder }: Campaign,
  { rev, history }: FinalState,
  stored: readonly StoredRevision[],
): Order => {
  assert.deepEqual(
    stored.map((each) => each.rev),
    range(1, rev),
    "each revision was put into etcd once, in order",
  );
  const [invoked, returned] = [recorder.now(), recorder.now()];
  // Of a plan in parts, as the last ones of a batch that is long, etcd's line has no number.
  for (const each of stored)
    if (each.value !== undefined)
      recorder.operations.push({ kind: "seen", ...each, invoked, returned });
  const order = linearize(recorder.operations, recorder.subscriptions);
  assert(!isLeft(order), JSON.stringify(order));
  assert.equal(rev, order.right.values.length, "the newest revision is the last one of all");
  assert.deepEqual(history.map(withoutTime), expectedHistory(order.right, recorder));
  return order.right;
};
