import { css } from "lit";
import { focusStyle } from "../controls/focus-style.ts";

/** How the panel fills the place that Home Assistant gives it, and hands its theme on to the editor. */
export const panelStyle = css`
  :host {
    display: flex;
    flex-direction: column;
    height: calc(100vh - var(--safe-area-inset-top, 0px) - var(--safe-area-inset-bottom, 0px));
    height: calc(100dvh - var(--safe-area-inset-top, 0px) - var(--safe-area-inset-bottom, 0px));
    overflow: hidden;
    --ring: currentColor;
    color: var(--primary-text-color);
    background: var(--primary-background-color);
    font-family: var(--ha-font-family-body, Roboto, Noto, sans-serif);
  }
  .head {
    display: flex;
    flex: none;
    align-items: center;
    gap: 8px;
    box-sizing: border-box;
    height: var(--header-height, 56px);
    padding: 0 12px;
    color: var(--app-header-text-color, inherit);
    background: var(--app-header-background-color, inherit);
    border-bottom: var(--app-header-border-bottom, 1px solid var(--divider-color));
  }
  h1 {
    margin: 0;
    overflow: hidden;
    font-size: 20px;
    font-weight: var(--ha-font-weight-normal, 400);
    white-space: nowrap;
    text-overflow: ellipsis;
  }
  button {
    min-width: 40px;
    min-height: 40px;
    padding: 8px;
    color: inherit;
    font: inherit;
    cursor: pointer;
    background: transparent;
    border: 0;
    border-radius: 20px;
  }
  button svg {
    display: block;
    width: 24px;
    height: 24px;
    fill: none;
    stroke: currentColor;
    stroke-width: 2;
  }
  button:hover {
    background: color-mix(in srgb, currentColor 10%, transparent);
  }
  ${focusStyle}
  p {
    flex: none;
    margin: 0;
    padding: 8px 16px;
  }
  p button {
    color: var(--primary-color);
  }
  main {
    display: flex;
    flex: 1;
    flex-direction: column;
    min-height: 0;
  }
  floorplan-card,
  floorplan-editor {
    flex: 1;
    min-height: 0;
  }
  floorplan-card {
    padding: 8px;
  }
  floorplan-editor {
    --fp-text: var(--primary-text-color);
    --fp-muted: var(--secondary-text-color);
    --fp-line: var(--divider-color);
    --fp-surface: var(--card-background-color);
    --fp-field: var(--card-background-color);
    --fp-soft: var(--secondary-background-color);
    --fp-accent: var(--primary-color);
    --fp-on-accent: var(--text-primary-color);
    --fp-ground: var(--primary-background-color);
    font-family: inherit;
  }
`;
