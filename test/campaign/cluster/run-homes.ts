import assert from "node:assert/strict";
import { range } from "../../service/revisions.ts";
import { eventually } from "../../support/polling.ts";
import type { Operation } from "../linearizability.ts";
import { editOnce } from "./editor.ts";
import type { Campaign } from "./campaign.ts";
import { checkOrder, type FinalState, readFinalState } from "./final-check.ts";
import type { CampaignHome, HomesCluster } from "./homes-cluster.ts";
import { RoamingClient } from "./roaming-client.ts";
import { storedRevisionsOf } from "./stored-revisions.ts";
import { view, viewOnce } from "./viewer.ts";

/** Homes in which somebody is at a time, beside those with a screen on the wall. */
const crews = 10;
/** One home in so many has screens on the wall, and never sleeps. */
const oneWithScreensIn = 20;
/** Homes that are looked at together in the end. */
const looking = 8;
/** Bounds that are far above what is wanted. */
const [visitedMs, asleepMs, catchUpMs] = [300_000, 60_000, 60_000];
/** Saves go on for so long once everything is as before. */
const aftermathMs = 1500;
const longestWatchMs = 2000;
/** So many characters of what each node printed are shown where something is wrong. */
const logged = 4000;

/** Who comes to a home again and again, and is never shown less than before. */
interface Household extends CampaignHome {
  readonly editors: readonly RoamingClient[];
  readonly viewers: readonly RoamingClient[];
  /** Those that never leave. */
  readonly screens: readonly RoamingClient[];
}

const householdOf = (home: CampaignHome, at: number): Household => {
  const clients = (what: string, count: number): readonly RoamingClient[] =>
    range(1, count).map(
      (number) => new RoamingClient(home.campaign, `${what} ${number} of ${home.id}`, number),
    );
  return {
    ...home,
    editors: clients("editor", 2),
    viewers: clients("viewer", 2),
    screens: clients("screen", at % oneWithScreensIn === 0 ? 2 : 0),
  };
};

/** Edits at one node and at once at the next. */
const editAndMove = async (campaign: Campaign, editor: RoamingClient): Promise<void> => {
  for (let stays = 1 + editor.random.below(3); stays > 0 && campaign.isSaving; stays -= 1)
    await editOnce(campaign, editor, 1 + editor.random.below(8));
};

/** Some of a household come, save and watch at both nodes, and leave; after that the home falls asleep. */
const visit = async ({ campaign, editors, viewers }: Household): Promise<void> => {
  const random = campaign.lot();
  const watch = async (viewer: RoamingClient): Promise<void> => {
    const until = performance.now() + random.below(longestWatchMs);
    await viewOnce(campaign, viewer, () => !campaign.isSaving || performance.now() > until);
  };
  await Promise.all([
    ...editors.slice(random.below(2)).map((editor) => editAndMove(campaign, editor)),
    ...viewers.slice(random.below(3)).map(watch),
  ]);
};

/** Works for each of those that come, so many at a time. */
const forEach = async <A>(
  left: IterableIterator<A>,
  atOnce: number,
  work: (each: A) => Promise<void>,
): Promise<void> => {
  const next = async (): Promise<void> => {
    for (const each of left) await work(each);
  };
  await Promise.all(range(1, atOnce).map(next));
};

/** One home after another, again and again, until saving ends. */
const turns = function* (campaign: Campaign, homes: readonly Household[]) {
  while (campaign.isSaving)
    for (const home of homes) {
      if (!campaign.isSaving) return;
      yield home;
    }
};

/** Resolves when all that nobody uses have fallen asleep at both nodes. */
const untilAsleep = async ({ nodes, awakeAt }: HomesCluster, used: number): Promise<void> => {
  await eventually(async () => {
    const counts = await Promise.all(nodes.map(awakeAt));
    return counts.every((count) => count <= used)
      ? { seen: undefined }
      : { not: `${counts.join(" and ")} homes are awake, of which ${used} are used` };
  }, asleepMs);
};

/** What each home has in the end, by its id, which is the same at both nodes. */
const readAll = async (homes: readonly Household[]): Promise<ReadonlyMap<string, FinalState>> => {
  const kept = new Map<string, FinalState>();
  await forEach(homes.values(), looking, async ({ id, campaign }) => {
    // After a complaint there is nothing to look for.
    if (!campaign.hasComplaints)
      await campaign.take(readFinalState(campaign).then((state) => void kept.set(id, state)));
  });
  return kept;
};

/** Resolves when every screen shows the newest plan of its home. */
const untilShown = async (
  campaign: Campaign,
  homes: readonly Household[],
  kept: ReadonlyMap<string, FinalState>,
): Promise<void> => {
  await eventually(async () => {
    const behind = homes.flatMap(({ id, screens }) =>
      screens.filter(({ newest }) => newest < (kept.get(id)?.rev ?? 0)),
    );
    return behind.length === 0 || !campaign.isViewing
      ? { seen: undefined }
      : { not: `${behind.map(({ name }) => name).join(", ")} did not see the newest plan` };
  }, catchUpMs);
};

/** Checks each home by itself, and prints what was done. */
const check = async (
  { campaign, etcd }: HomesCluster,
  homes: readonly Household[],
  kept: ReadonlyMap<string, FinalState>,
  visits: number,
): Promise<void> => {
  const lasts = new Map(Array.from(kept, ([id, { rev }]) => [id, rev]));
  const stored = await storedRevisionsOf(etcd.urls, [], lasts);
  let checked = 0;
  for (const home of homes) {
    const state = kept.get(home.id);
    assert(state !== undefined, `${home.id} was looked at`);
    try {
      checked += checkOrder(home.campaign, state, stored.get(home.id) ?? []).checked;
    } catch (error) {
      throw new Error(`${home.id} has no order`, { cause: error });
    }
  }
  const sum = (count: (home: Household) => number): number =>
    homes.reduce((all, home) => all + count(home), 0);
  const ofKind = (kind: Operation["kind"]): number =>
    sum(({ campaign: { recorder } }) => recorder.count(kind));
  const { t, figures } = campaign;
  t.diagnostic(figures.tellDisturbances());
  t.diagnostic(
    `${homes.length} homes, ${sum(({ id }) => ((kept.get(id)?.rev ?? 0) > 0 ? 1 : 0))} of them saved to, woken ${visits} times for somebody, and for the last look; ` +
      `${ofKind("write")} saves acknowledged, none of them lost; ${ofKind("conflict")} conflicts, ` +
      `${figures.unknown} told as of unknown outcome, ${ofKind("lost") - figures.unknown} never answered, ` +
      `${ofKind("refused")} refused; ${sum((home) => home.campaign.recorder.subscriptions.length)} subscriptions; ` +
      `${checked} operations and events fit one order for each home`,
  );
};

/** Has people come to all homes while `disturbing` goes on, and checks what they did and saw in each. */
export const runHomes = async (
  cluster: HomesCluster,
  disturbing: () => Promise<void>,
): Promise<void> => {
  const { campaign, nodes } = cluster;
  const homes = cluster.homes.map(householdOf);
  const watching = homes.flatMap(({ campaign: own, screens }) =>
    screens.map((screen) => own.take(view(own, screen))),
  );
  let visits = 0;
  const visiting = forEach(turns(campaign, homes), crews, async (home) => {
    await home.campaign.take(visit(home));
    visits += 1;
  });
  await campaign.take(disturbing());
  const all = eventually(
    async () =>
      visits >= homes.length || !campaign.isSaving
        ? { seen: undefined }
        : { not: `somebody was in ${visits} of ${homes.length} homes only` },
    visitedMs,
  );
  await campaign.take(all);
  const ready = async (): Promise<void> => {
    for (const node of nodes) await node.ready();
  };
  if (!campaign.hasComplaints) await campaign.take(ready());
  await campaign.pause(aftermathMs);
  campaign.endSaving();
  await visiting;
  const used = homes.filter(({ screens }) => screens.length > 0).length;
  if (!campaign.hasComplaints) await campaign.take(untilAsleep(cluster, used));
  const kept = campaign.isViewing ? await readAll(homes) : new Map<string, FinalState>();
  await campaign.take(untilShown(campaign, homes, kept));
  campaign.endViewing();
  await Promise.all(watching);
  if (campaign.hasComplaints)
    for (const { place, log } of nodes)
      campaign.t.diagnostic(`${place.name}: ${log.slice(-logged)}`);
  campaign.check();
  await check(cluster, homes, kept, visits);
};
