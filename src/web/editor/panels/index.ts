import { html, type TemplateResult } from "lit";
import type { Texts } from "../../texts/index.ts";
import "./checks.ts";
import "./conflicts.ts";
import "./file.ts";
import "./history.ts";
import "./notices.ts";
import "./outline.ts";
import "./properties.ts";
import "./tracing.ts";
import "./yaml.ts";
import type { PanelContext, PanelName } from "./panel.ts";

export type { PanelName };

/** A panel as the editor's tabs offer it. */
export interface PanelEntry {
  readonly name: PanelName;
  /** What the tab says. */
  readonly title: (texts: Texts) => string;
  readonly render: (context: PanelContext) => TemplateResult;
}

const entry = (name: PanelName, render: (context: PanelContext) => TemplateResult): PanelEntry => ({
  name,
  title: ({ panels }) => panels.titles[name],
  render,
});

/** All panels beside the drawing, in the order of their tabs; `conflicts` is wanted only while there are some. */
export const panels: readonly PanelEntry[] = [
  entry(
    "properties",
    (context) => html`<floorplan-properties .context=${context}></floorplan-properties>`,
  ),
  entry("outline", (context) => html`<floorplan-outline .context=${context}></floorplan-outline>`),
  entry("checks", (context) => html`<floorplan-checks .context=${context}></floorplan-checks>`),
  entry("tracing", (context) => html`<floorplan-tracing .context=${context}></floorplan-tracing>`),
  entry("yaml", (context) => html`<floorplan-yaml .context=${context}></floorplan-yaml>`),
  entry("history", (context) => html`<floorplan-history .context=${context}></floorplan-history>`),
  entry("file", (context) => html`<floorplan-file .context=${context}></floorplan-file>`),
  entry(
    "conflicts",
    (context) => html`<floorplan-conflicts .context=${context}></floorplan-conflicts>`,
  ),
];

/**
 * What came in, what failed and what was found again, above everything else. It sends
 * `show-panel` with a panel's name as its detail when a panel has more to say.
 */
export const notices = (context: PanelContext): TemplateResult =>
  html`<floorplan-notices .context=${context}></floorplan-notices>`;
