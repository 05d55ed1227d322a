import { css } from "lit";

/**
 * The look of a card that follows its dashboard: colours, border and letters are those of the theme that somebody
 * has chosen there, by the variables that Home Assistant documents for themes and uses in its own cards; they go before those of the
 * drawing's day and night.
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
