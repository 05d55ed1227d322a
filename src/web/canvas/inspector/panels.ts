import type { TemplateResult } from "lit";
import { html, literal, type StaticValue } from "lit/static-html.js";
import type { Texts } from "../../i18n/editor-speaker.ts";
import "./checks.ts";
import "./conflicts.ts";
import "./file.ts";
import "./history.ts";
import "./home-assistant.ts";
import "./notices.ts";
import "./outline.ts";
import "./properties.ts";
import "./tracing.ts";
import "./yaml.ts";
import type { ComponentContext } from "../component.ts";
import type { PanelName } from "./panel.ts";

export type { PanelName };

/** A panel as the editor's tabs offer it. */
export interface PanelEntry {
  readonly name: PanelName;
  /** What the tab says. */
  readonly title: (texts: Texts) => string;
  readonly render: (context: ComponentContext) => TemplateResult;
}

const element =
  (tag: StaticValue) =>
  (context: ComponentContext): TemplateResult =>
    html`<${tag}
      .context=${context}
      .sessionState=${context.session.state}
      .viewState=${context.view.state}
      .houseState=${context.house.now}
    ></${tag}>`;

const entry = (name: PanelName, tag: StaticValue): PanelEntry => ({
  name,
  title: ({ panels }) => panels.titles[name],
  render: element(tag),
});

/** All panels beside the drawing, in the order of their tabs; `conflicts` is wanted only while there are some, `house` while one is known. */
export const panels: readonly PanelEntry[] = [
  entry("properties", literal`floorplan-properties`),
  entry("outline", literal`floorplan-outline`),
  entry("checks", literal`floorplan-checks`),
  entry("house", literal`floorplan-house`),
  entry("tracing", literal`floorplan-tracing`),
  entry("yaml", literal`floorplan-yaml`),
  entry("history", literal`floorplan-history`),
  entry("file", literal`floorplan-file`),
  entry("conflicts", literal`floorplan-conflicts`),
];

/**
 * What came in, what failed and what was found again, above everything else. It sends
 * `show-panel` with a panel's name as its detail when a panel has more to say.
 */
export const notices = element(literal`floorplan-notices`);
