import { css } from "lit";

/** The panels at the right with their tabs. */
export const sideStyle = css`
  .side {
    grid-area: side;
    display: flex;
    flex-direction: column;
    min-height: 0;
    border-inline-start: 1px solid var(--fp-line);
    background: var(--fp-surface);
  }
  .tabs {
    display: flex;
    align-items: start;
    border-bottom: 1px solid var(--fp-line);
    padding: 6px 8px;
  }
  [role="tablist"] {
    flex: 1;
    display: flex;
    flex-wrap: wrap;
    gap: 2px;
  }
  [role="tab"] {
    min-height: 30px;
    padding: 2px 10px;
    border: 0;
    border-radius: 8px;
    background: none;
    color: var(--fp-muted);
    font-size: 13px;
  }
  [role="tab"][aria-selected="true"] {
    background: var(--fp-soft);
    color: var(--fp-text);
    font-weight: 600;
  }
  .panel {
    flex: 1;
    min-height: 0;
    overflow: auto;
  }
  .panel:focus-visible {
    outline-offset: -2px;
  }
`;
