import { html, type TemplateResult } from "lit";
import { loadAgain } from "../../connection/retry.ts";
import type { FieldInput } from "./typed-input.ts";

let loading: Promise<unknown> | undefined;

/** Loads the section about a zone's sensor, which comes when a zone is chosen for the first time. */
const load = (): void => {
  loading ??= loadAgain(() => import("../zones/zone-sensor.ts"), new AbortController().signal);
};

/** The sensor that a zone is written to. */
export const zoneSensorInput = (label: string, input: FieldInput): TemplateResult => {
  load();
  return html`<div class="long" role="group" aria-label=${label}>
    <h3>${label}</h3>
    <floorplan-zone-sensor .context=${input.context} .input=${input}></floorplan-zone-sensor>
  </div>`;
};
