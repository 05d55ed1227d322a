import { css } from "lit";

/** The look of the bar; colours are those of the drawing. */
export const replayStyle = css`
  :host {
    display: grid;
    grid-template-columns: auto auto 1fr auto auto;
    align-items: center;
    gap: 2px 8px;
    padding: 4px 12px 8px;
    border-top: 3px solid var(--plan-accent);
  }
  input {
    width: 100%;
    min-width: 0;
    min-height: 36px;
    margin: 0;
    accent-color: var(--plan-accent);
  }
  output {
    min-width: 9em;
    font-variant-numeric: tabular-nums;
    text-align: end;
  }
  button {
    min-width: 36px;
    min-height: 36px;
    padding: 0 10px;
    color: inherit;
    font: inherit;
    cursor: pointer;
    background: color-mix(in srgb, var(--plan-ink) 8%, transparent);
    border: 0;
    border-radius: 18px;
  }
  button:disabled {
    opacity: 0.4;
    cursor: default;
  }
  button:focus-visible,
  input:focus-visible {
    outline: 2px solid var(--plan-accent);
    outline-offset: 1px;
  }
  p {
    grid-column: 1 / -1;
    min-height: 1.4em;
    margin: 0;
    color: var(--plan-soft-ink);
    font-size: 0.9em;
  }
  @media (max-width: 560px) {
    :host {
      grid-template-columns: auto auto 1fr auto;
    }
    input {
      grid-column: 1 / -1;
      grid-row: 2;
    }
  }
`;
