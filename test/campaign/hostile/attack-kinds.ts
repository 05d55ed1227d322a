import { compressedKinds } from "./compressed.ts";
import { floods } from "./floods.ts";
import { halfOpen } from "./half-open.ts";
import type { AttackKind } from "./attack-kind.ts";
import { oddities } from "./oddities.ts";
import { pipelining } from "./pipelining.ts";
import { unfinished } from "./unfinished.ts";
import { unread } from "./unread.ts";
import { upgrades } from "./upgrades.ts";

const all: readonly AttackKind[] = [
  ...pipelining,
  ...upgrades,
  ...oddities,
  ...halfOpen,
  ...unread,
  ...unfinished,
  ...floods,
  ...compressedKinds,
];

/** The kinds whose names begin with one of `wanted`; all where it is empty. */
export const kindsNamed = (wanted: readonly string[]): readonly AttackKind[] =>
  all.filter(({ name }) => wanted.length === 0 || wanted.some((each) => name.startsWith(each)));

/** What FLOORPLAN_CAMPAIGN_KINDS asks for, as in `upgrades;half-open: silence`; nothing for all of them. */
export const wantedKinds = (): readonly string[] =>
  (process.env["FLOORPLAN_CAMPAIGN_KINDS"] ?? "").split(";").filter((each) => each !== "");
