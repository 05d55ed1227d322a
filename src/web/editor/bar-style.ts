import { css } from "lit";

/** The bar above the drawing. */
export const barStyle = css`
  .bar {
    grid-area: bar;
    display: flex;
    align-items: center;
    gap: 6px;
    padding: 6px 10px;
    border-bottom: 1px solid var(--fp-line);
    min-width: 0;
  }
  .group {
    display: flex;
    gap: 2px;
    padding-inline-end: 6px;
    border-inline-end: 1px solid var(--fp-line);
  }
  floorplan-levels {
    flex: 1;
    min-width: 0;
  }
  .tool {
    display: inline-flex;
    align-items: center;
    justify-content: center;
    gap: 6px;
    min-width: 38px;
    height: 38px;
    padding: 0 7px;
    border: 1px solid transparent;
    border-radius: 9px;
    background: none;
  }
  .tool:hover:not(:disabled),
  .choice:hover,
  .act:hover {
    background: var(--fp-soft);
  }
  .tool:disabled {
    opacity: 0.38;
    cursor: default;
  }
  .tool[aria-pressed="true"],
  .choice[aria-pressed="true"] {
    background: color-mix(in srgb, var(--fp-accent) 14%, var(--fp-surface));
    color: var(--fp-accent);
    font-weight: 600;
  }
  .save {
    display: flex;
    align-items: center;
    gap: 10px;
    margin-inline-start: 6px;
  }
  .state {
    color: var(--fp-muted);
    font-size: 13px;
    white-space: nowrap;
  }
  .state.dirty,
  .state.awayDirty,
  .state.conflicts {
    color: light-dark(#8a4b00, #ffc26b);
    font-weight: 600;
  }
  .main {
    min-height: 38px;
    padding: 0 16px;
    border: 0;
    border-radius: 9px;
    background: var(--fp-accent);
    color: var(--fp-on-accent);
    font-weight: 600;
  }
  .main:disabled {
    background: var(--fp-soft);
    color: var(--fp-muted);
    cursor: default;
  }
`;
