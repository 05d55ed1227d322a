import { css } from "lit";
import { focusStyle } from "../ui/dialog.ts";
import { palette } from "../renderer/style-colors.ts";

/** The colours of the page, by day and by night. */
export const pageColors = palette("page", {
  back: ["#f4f6f6", "#0f1719"],
  sheet: ["#fff", "#182326"],
  ink: ["#17262a", "#e6eeee"],
  soft: ["#4c6066", "#a7b8bb"],
  line: ["#c3ced0", "#3b4c50"],
  accent: ["#14616b", "#7fd1dc"],
  "on-accent": ["#fff", "#08292e"],
  problem: ["#8a1f11", "#ffb4a6"],
});

/** Gives dialogs the colours of the page instead of the plan's. */
export const dialogColors = css`
  dialog {
    --plan-ink: var(--page-ink);
    --plan-paper: var(--page-sheet);
    --plan-soft-ink: var(--page-soft);
    --plan-accent: var(--page-accent);
  }
`;

/** Styles of the page by day and by night, shared by its parts. */
export const pageStyle = css`
  :host {
    ${pageColors.day}
    --ring: var(--page-accent);
    color: var(--page-ink);
    font:
      16px/1.5 system-ui,
      sans-serif;
  }
  @media (prefers-color-scheme: dark) {
    :host {
      ${pageColors.night}
    }
  }
  * {
    box-sizing: border-box;
  }
  [hidden] {
    display: none !important;
  }
  .middle {
    min-height: 100%;
    display: grid;
    place-items: center;
    padding: 16px;
  }
  .sheet {
    width: min(27rem, 100%);
    padding: 28px;
    background: var(--page-sheet);
    border: 1px solid var(--page-line);
    border-radius: 16px;
  }
  h1 {
    margin: 0 0 8px;
    font-size: 1.6rem;
    line-height: 1.2;
  }
  p {
    margin: 0 0 16px;
  }
  .soft {
    color: var(--page-soft);
    font-size: 0.9rem;
  }
  .or {
    margin: 20px 0 12px;
  }
  .problem {
    margin: 0 0 16px;
    padding: 10px 14px;
    border-left: 4px solid var(--page-problem);
  }
  .problem strong {
    display: block;
    color: var(--page-problem);
  }
  .kept {
    padding: 10px 14px;
    border-left: 4px solid var(--page-accent);
  }
  label {
    display: block;
    font-weight: 600;
  }
  input {
    width: 100%;
    margin: 4px 0 8px;
  }
  input,
  select {
    min-height: 44px;
    padding: 8px 12px;
    font: inherit;
    color: inherit;
    background: var(--page-back);
    border: 1px solid var(--page-soft);
    border-radius: 8px;
  }
  button,
  .button {
    display: inline-block;
    min-height: 44px;
    padding: 9px 18px;
    font: inherit;
    font-weight: 600;
    text-align: center;
    text-decoration: none;
    color: var(--page-ink);
    background: transparent;
    border: 1px solid var(--page-soft);
    border-radius: 8px;
    cursor: pointer;
  }
  .main {
    color: var(--page-on-accent);
    background: var(--page-accent);
    border-color: var(--page-accent);
  }
  .wide {
    display: block;
    width: 100%;
    margin-top: 12px;
  }
  .wide small {
    display: block;
    font-weight: 400;
  }
  button:disabled {
    opacity: 0.6;
    cursor: progress;
  }
  ${focusStyle}
`;
