import assert from "node:assert/strict";
import { range } from "../../service/revisions.ts";
import { eventually } from "../../support/polling.ts";
import type { Order } from "../linearizability.ts";
import type { Campaign } from "./campaign.ts";
import { edit } from "./editor.ts";
import { tellTimes } from "./figures.ts";
import { checkOrder, readFinalState } from "./final-check.ts";
import { RoamingClient } from "./roaming-client.ts";
import type { CampaignCluster } from "./campaign-cluster.ts";
import { view } from "./viewer.ts";

const editors = 8;
const viewers = 20;
const catchUpMs = 60_000;
/** So many characters of what each node printed are shown where something is wrong. */
const logged = 4000;
/** Saves go on for so long once everything is as before. */
const aftermathMs = 1500;
/** Far above what is wanted: one that is never over fails the test. */
const longestPauseMs = 30_000;

/** Prints what was measured. */
const tell = ({ t, recorder, figures }: Campaign, { values, checked }: Order): void => {
  t.diagnostic(figures.tellDisturbances());
  t.diagnostic(
    `${recorder.count("write")} saves acknowledged, none of them lost; ${recorder.count("conflict")} conflicts, ` +
      `${figures.unknown} told as of unknown outcome, ${recorder.count("lost") - figures.unknown} never answered, ` +
      `${recorder.count("refused")} refused; ${recorder.subscriptions.length} subscriptions; ` +
      `${checked} operations and events fit one order of ${values.length} revisions`,
  );
  t.diagnostic(`${figures.blind} clients were let in without a quorum`);
  const pauses = figures.pauses();
  t.diagnostic(`pause in saving after the leader was killed: ${tellTimes(pauses)}`);
  const elections = figures.leaderKills.map(({ electedMs }) => electedMs);
  t.diagnostic(`of which etcd itself had no leader: ${tellTimes(elections)}`);
  if (pauses.length > 0)
    t.diagnostic(
      `each pause beside etcd's own, in ms: ${pauses.map((ms, at) => `${ms.toFixed()} (${elections[at]?.toFixed()})`).join(", ")}`,
    );
  t.diagnostic(`clients of a killed node were back at another one: ${tellTimes(figures.back)}`);
  for (const pause of pauses)
    assert(pause < longestPauseMs, `nobody could save for ${pause.toFixed()} ms`);
};

/** Has 8 editors and 20 viewers at work while `disturbing` goes on, and checks what they did and saw. */
export const run = async (
  { campaign, nodes, stored }: Pick<CampaignCluster, "campaign" | "nodes" | "stored">,
  disturbing: () => Promise<void>,
): Promise<void> => {
  const roamers = (name: string, count: number): readonly RoamingClient[] =>
    range(1, count).map((number) => new RoamingClient(campaign, `${name} ${number}`, number));
  const watching = roamers("viewer", viewers);
  const viewing = watching.map((viewer) => campaign.take(view(campaign, viewer)));
  const editing = roamers("editor", editors).map((each) => campaign.take(edit(campaign, each)));
  await campaign.take(disturbing());
  if (!campaign.hasComplaints)
    await campaign.take(Promise.all(nodes.map((node) => node.ready())).then(() => undefined));
  const over = performance.now();
  if (!campaign.hasComplaints)
    await campaign.take(
      eventually(
        async () =>
          campaign.figures.hasSavedSince(over) || !campaign.isSaving
            ? { seen: undefined }
            : { not: "nobody could save once everything was as before" },
        longestPauseMs,
      ),
    );
  await campaign.pause(aftermathMs);
  campaign.endSaving();
  await Promise.all(editing);
  // After a complaint there is nothing to look for.
  const kept = campaign.isViewing ? await readFinalState(campaign) : undefined;
  await eventually(async () => {
    const behind = watching.filter(({ newest }) => newest < (kept?.rev ?? 0));
    return behind.length === 0 || !campaign.isViewing
      ? { seen: undefined }
      : { not: `${behind.map(({ name }) => name).join(", ")} did not see the newest plan` };
  }, catchUpMs);
  campaign.endViewing();
  await Promise.all(viewing);
  if (campaign.hasComplaints)
    for (const { place, log } of nodes)
      campaign.t.diagnostic(`${place.name}: ${log.slice(-logged)}`);
  campaign.check();
  assert(kept !== undefined);
  tell(campaign, checkOrder(campaign, kept, await stored(kept.rev)));
};
