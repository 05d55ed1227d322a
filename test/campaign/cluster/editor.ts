import assert from "node:assert/strict";
import { read, readOnce, save, type Saved } from "../recorder.ts";
import { drawKind } from "../wire-plans.ts";
import type { Campaign } from "./campaign.ts";
import type { RoamingClient, NodeVisit } from "./roaming-client.ts";

/** The longest that an editor thinks between two saves. */
const thinkingMs = 250;
/** After so many ms without an answer an editor gives the node up and goes to another one. */
const patiences = [2000, 6000, 20_000] as const;
/** How long who is refused waits before it tries again. */
const refusedMs = 100;

/** Changes the number of the plan that is stored: a longer plan is then stored as changes. */
const change = async ({ recorder }: Campaign, stay: NodeVisit): Promise<Saved> => {
  const stored = await readOnce(stay);
  if (stored === undefined) return { kind: "gone" };
  return stored.value === undefined
    ? save(stay, "flat", 0)
    : save(stay, recorder.kindOf(stored.value), stored.rev, "change");
};

/** Asks for one thing, with the patience of an editor; false where the connection ended before the answer. */
const work = async (
  campaign: Campaign,
  editor: RoamingClient,
  stay: NodeVisit,
): Promise<boolean> => {
  const { figures } = campaign;
  const { random } = editor;
  const impatience = setTimeout(stay.leave, random.pick(patiences));
  try {
    const before = editor.newest;
    const drawn = random.below(10);
    if (drawn < 2) {
      const rev = await read(stay);
      if (rev !== undefined) editor.sees(rev, `${stay.place.name}, by a read`, before);
      return rev !== undefined;
    }
    const saved =
      drawn < 5
        ? await change(campaign, stay)
        : await save(stay, drawKind(random), drawn < 8 ? undefined : before);
    if (saved.kind === "write") {
      figures.acknowledged();
      assert(saved.rev > before, `${editor.name} had seen ${before}, and saved ${saved.rev}`);
      const told = stay.told();
      assert(told === undefined || told >= saved.rev, "the event comes before the reply");
    }
    if (saved.rev !== undefined)
      editor.sees(saved.rev, `${stay.place.name}, by a ${saved.kind}`, before);
    if (saved.kind === "unknown") figures.unknown += 1;
    if (saved.kind === "refused") await campaign.pause(refusedMs);
    return saved.kind !== "gone";
  } finally {
    clearTimeout(impatience);
  }
};

/** Reads, overwrites, changes, and saves with the revision that it knows, at one node, so many times or until that ends. */
export const editOnce = async (
  campaign: Campaign,
  editor: RoamingClient,
  times: number,
): Promise<void> => {
  const { random } = editor;
  const stay = await editor.arrive();
  if (stay === undefined) return;
  let isThere = random.below(2) === 0 || (await stay.subscribe());
  for (let left = times; isThere && left > 0 && campaign.isSaving; left -= 1) {
    isThere = await work(campaign, editor, stay);
    await campaign.pause(random.below(thinkingMs));
  }
  stay.leave();
  editor.wander();
};

/** The same at one node after another. */
export const edit = async (campaign: Campaign, editor: RoamingClient): Promise<void> => {
  while (campaign.isSaving) await editOnce(campaign, editor, 10 + editor.random.below(200));
};
