import { css } from "lit";

/** Styles of the card around its drawing, in the colours of the drawing or the dashboard. */
export const cardStyle = css`
  :host {
    display: block;
    height: 100%;
  }
  :host([hidden]) {
    display: none;
  }
  .card {
    position: relative;
    display: flex;
    flex-direction: column;
    box-sizing: border-box;
    height: 100%;
    min-height: 220px;
    overflow: hidden;
    color: var(--plan-ink);
    background: var(--plan-paper);
    border-radius: var(--ha-card-border-radius, 12px);
    font: 15px/1.4 var(--plan-font, system-ui, "Segoe UI", Roboto, sans-serif);
  }
  .head {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 8px 16px;
    padding: 10px 14px 4px;
  }
  h2 {
    margin: 0;
    font-size: 1.15rem;
    font-weight: 600;
  }
  .strip {
    display: flex;
    flex-wrap: wrap;
    gap: 4px;
  }
  button {
    min-width: 36px;
    min-height: 36px;
    padding: 0 12px;
    color: inherit;
    font: inherit;
    cursor: pointer;
    background: transparent;
    border: 1px solid transparent;
    border-radius: 18px;
  }
  button:hover {
    background: color-mix(in srgb, var(--plan-ink) 8%, transparent);
  }
  button:focus-visible,
  .stage:focus-visible {
    outline: 2px solid var(--plan-accent);
    outline-offset: -2px;
  }
  [role="tab"][aria-selected="true"] {
    color: var(--plan-paper);
    background: var(--plan-ink);
  }
  .stage {
    position: relative;
    flex: 1 1 380px;
    min-height: 200px;
    overflow: hidden;
    touch-action: pan-y;
    user-select: none;
    -webkit-user-select: none;
    -webkit-touch-callout: none;
  }
  .layer,
  svg.sheet {
    position: absolute;
    inset: 0;
    width: 100%;
    height: 100%;
    overflow: visible;
  }
  /* A layer of its own, which the browser moves without painting it. */
  .layer {
    will-change: transform;
  }
  /* Elements without an action or a name to show pass presses on; faulty ones keep them for their tooltip. */
  .sheet .thing:not([role], .faulty) {
    pointer-events: none;
  }
  .controls {
    position: absolute;
    right: 10px;
    bottom: 10px;
    display: flex;
    flex-direction: column;
    gap: 2px;
    background: color-mix(in srgb, var(--plan-badge) 88%, transparent);
    border-radius: 18px;
    box-shadow: 0 1px 4px rgb(0 0 0 / 25%);
  }
  .controls button {
    width: 36px;
    padding: 0;
    font-size: 1.2rem;
    line-height: 1;
  }
  .controls svg {
    width: 18px;
    height: 18px;
    vertical-align: middle;
    fill: none;
    stroke: currentColor;
    stroke-width: 2;
    stroke-linecap: round;
  }
  .mark {
    position: absolute;
    top: 10px;
    left: 50%;
    padding: 6px 14px;
    color: #2b1d00;
    background: #ffd479;
    border-radius: 16px;
    box-shadow: 0 1px 4px rgb(0 0 0 / 25%);
    transform: translateX(-50%);
    white-space: nowrap;
  }
  .mark small {
    display: block;
    max-width: min(34em, 80vw);
    font-size: 0.75em;
    white-space: normal;
  }
  .mark.quiet {
    color: var(--plan-ink);
    background: color-mix(in srgb, var(--plan-badge) 92%, transparent);
  }
  .notice {
    position: absolute;
    right: 12px;
    bottom: 12px;
    left: 12px;
    display: flex;
    gap: 12px;
    align-items: center;
    justify-content: space-between;
    max-width: 36rem;
    margin: 0 auto;
    padding: 10px 16px;
    color: #2b1d00;
    background: #ffd479;
    border-radius: 16px;
    box-shadow: 0 2px 10px rgb(0 0 0 / 30%);
  }
  .notice button {
    flex: none;
    border-color: currentColor;
  }
  .message {
    flex: 1;
    display: grid;
    place-content: center;
    gap: 6px;
    padding: 32px 24px;
    text-align: center;
  }
  .message svg {
    width: 72px;
    height: 72px;
    margin: 0 auto 6px;
    fill: none;
    stroke: var(--plan-soft-ink);
    stroke-width: 1.4;
    stroke-linejoin: round;
    stroke-linecap: round;
  }
  .message strong {
    font-size: 1.15rem;
    font-weight: 600;
  }
  .message p {
    max-width: 30em;
    margin: 0;
    color: var(--plan-soft-ink);
  }
  .waiting svg {
    animation: breathe 2.4s ease-in-out infinite;
  }
  @keyframes breathe {
    50% {
      opacity: 0.35;
    }
  }
  @media (prefers-reduced-motion: reduce) {
    .waiting svg {
      animation: none;
    }
  }
`;

/**
 * Styles of a card that follows its dashboard: the theme's colours, border and font, by the variables that Home
 * Assistant documents for themes and uses in its own cards. They override the drawing's day and night.
 */
export const themeStyle = css`
  :host .card.plan[data-theme="dashboard"] {
    --plan-paper: var(--card-background-color, #fff);
    --plan-badge: var(--card-background-color, #fff);
    --plan-ink: var(--primary-text-color, #141414);
    --plan-soft-ink: var(--secondary-text-color, #5e5e5e);
    --plan-badge-ink: var(--secondary-text-color, #5e5e5e);
    --plan-accent: var(--primary-color, #009ac7);
    --plan-on: var(--state-active-color, #ffc107);
    --plan-font: var(--ha-font-family-body, Roboto, Noto, sans-serif);
    background: var(--ha-card-background, var(--card-background-color, #fff));
    backdrop-filter: var(--ha-card-backdrop-filter, none);
    border: var(--ha-card-border-width, 1px) solid
      var(--ha-card-border-color, var(--divider-color, #e0e0e0));
    box-shadow: var(--ha-card-box-shadow, none);
  }
  .card[data-theme="dashboard"] h2 {
    color: var(--ha-card-header-color, var(--plan-ink));
    font-family: var(--ha-card-header-font-family, inherit);
    font-size: var(--ha-card-header-font-size, 24px);
    font-weight: var(--ha-font-weight-normal, 400);
  }
`;
