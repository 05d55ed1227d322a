import type { TemplateResult } from "lit";
import { html, literal, type StaticValue } from "lit/static-html.js";
import type { Texts } from "../../i18n/editor-translator.ts";
import "./checks.ts";
import "./conflicts.ts";
import "./file.ts";
import "./history.ts";
import "./layers.ts";
import "./home-assistant.ts";
import "./notices.ts";
import "./outline.ts";
import "./properties.ts";
import "./tracing.ts";
import "./trackers.ts";
import "./yaml.ts";
import type { EditorContext, PanelName } from "../component.ts";

/** A panel with its tab. */
interface PanelEntry {
  readonly name: PanelName;
  /** The title of the tab. */
  readonly title: (texts: Texts) => string;
  readonly render: (context: EditorContext) => TemplateResult;
}

const element =
  (tag: StaticValue) =>
  (context: EditorContext): TemplateResult =>
    html`<${tag} .context=${context}></${tag}>`;

const entry = (name: PanelName, tag: StaticValue): PanelEntry => ({
  name,
  title: ({ panels }) => panels.titles[name],
  render: element(tag),
});

/**
 * All panels in the order of their tabs; `conflicts` is only shown if there are any, `house` if Home Assistant is
 * connected.
 */
export const panels: readonly PanelEntry[] = [
  entry("properties", literal`floorplan-properties`),
  entry("outline", literal`floorplan-outline`),
  entry("checks", literal`floorplan-checks`),
  entry("homeAssistant", literal`floorplan-home-assistant`),
  entry("tracing", literal`floorplan-tracing`),
  entry("trackers", literal`floorplan-trackers`),
  entry("layers", literal`floorplan-layers`),
  entry("yaml", literal`floorplan-yaml`),
  entry("history", literal`floorplan-history`),
  entry("file", literal`floorplan-file`),
  entry("conflicts", literal`floorplan-conflicts`),
];

/** The notices, above everything else. */
export const notices = element(literal`floorplan-notices`);

/** Icons of the panels as paths on a grid of 24. */
export const panelIcons: Readonly<Record<PanelName, string>> = {
  properties: "M4 7h9M17 7h3M15 5v4M4 17h3M11 17h9M9 15v4",
  outline: "M4 5h10M9 12h11M9 19h11M5.5 8v11H9M5.5 12H9",
  checks: "M4 12a8 8 0 1 0 16 0 8 8 0 1 0-16 0M8.5 12l2.5 2.5 4.5-5",
  homeAssistant: "M4 11l8-7 8 7M6 10v10h12V10M10 20v-6h4v6",
  tracing: "M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M15.5 9h.1",
  trackers:
    "M12 12v.1M8.5 15.5a5 5 0 0 1 0-7M15.5 8.5a5 5 0 0 1 0 7M5.5 18.5a9 9 0 0 1 0-13M18.5 5.5a9 9 0 0 1 0 13",
  layers: "M12 4l8 4.5-8 4.5-8-4.5zM4.5 12.5 12 17l7.5-4.5M4.5 16.3 12 20.8l7.5-4.5",
  yaml: "M9 4C6 4 8 11 4.5 12 8 13 6 20 9 20M15 4c3 0 1 7 4.5 8-3.5 1-1.5 8-4.5 8",
  history: "M4.5 9A8 8 0 1 1 4 13M4 4.5V9h4.5M12 8v4.5l3 2",
  file: "M6 3.5h8l4 4v13H6zM14 3.5v4h4M12 11v6M9.5 14.5 12 17l2.5-2.5",
  conflicts: "M12 4l9 16H3zM12 10v5M12 17.5v.2",
};
