import { html, nothing, type TemplateResult } from "lit";
import { loadAgain } from "../connection/retry.ts";
import type { ShownPositions } from "../home-assistant/positions/floorplan-positions.ts";
import { listIn } from "../../model/json.ts";

let isLoading = false;

/** The people and things that a plan tracks, over the sheet; their code is loaded with the first plan that has trackers. */
export const trackedView = (shown: ShownPositions): TemplateResult | typeof nothing => {
  if (listIn(shown.plan["trackers"]).length === 0) return nothing;
  if (!isLoading)
    void loadAgain(() => import("../home-assistant/positions/floorplan-positions.ts"));
  isLoading = true;
  return html`<floorplan-positions .shown=${shown}></floorplan-positions>`;
};
