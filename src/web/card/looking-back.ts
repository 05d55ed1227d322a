import { html, nothing, type TemplateResult } from "lit";
import type { PlanData } from "../../elements/entities.ts";
import type { PlanClient } from "../client/plan-client.ts";
import { whenWanted } from "../controls/when-wanted.ts";
import type { House, HouseNow } from "../house/house.ts";
import type { PastEvent } from "../replay/replay-bar.ts";
import type { Past } from "../replay/replay.ts";
import type { Wanted } from "../texts/speaker.ts";

/** Loads what shows the past. */
export const loadReplay = whenWanted(() => import("../replay/main.ts"));

/** What the bar for looking back works with. */
export interface LookingBack {
  readonly client: PlanClient;
  readonly house: House;
  readonly plan: PlanData;
  readonly languages: Wanted;
  readonly past: (past: Past) => void;
  readonly closed: () => void;
}

/** The bar for looking back; nothing where nobody does. */
export const lookingBackView = (
  looking: LookingBack | undefined,
): TemplateResult | typeof nothing =>
  looking === undefined
    ? nothing
    : html`<floorplan-replay
        .plans=${looking.client}
        .house=${looking.house}
        .plan=${looking.plan}
        .languages=${looking.languages}
        @past=${({ detail }: PastEvent) => looking.past(detail)}
        @closed=${looking.closed}
      ></floorplan-replay>`;

/** The house as it was: its states are known, what Home Assistant made of templates is not. */
export const houseThen = (now: HouseNow, { states }: Past): HouseNow => ({
  ...now,
  standing: "connected",
  states,
  rendered: () => undefined,
});
