import { css } from "lit";

/** How the dialog of an import is laid out. */
export const dialogStyle = css`
  dialog[open] {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 12px;
    width: min(620px, calc(100vw - 24px));
    max-width: none;
    max-height: calc(100dvh - 24px);
    padding: 18px;
    overflow: auto;
    overflow-wrap: anywhere;
  }
  dialog:focus {
    outline: none;
  }
  .row:last-child {
    position: sticky;
    bottom: -18px;
    margin-bottom: -18px;
    padding-block: 8px 18px;
    background: var(--fp-field);
  }
  svg.plan {
    width: 100%;
    height: min(32vh, 260px);
    border: 1px solid var(--line);
    border-radius: 8px;
  }
  ul {
    margin: 4px 0 0;
    padding-inline-start: 1.2em;
  }
  summary {
    padding-block: 4px;
    cursor: pointer;
  }
  .names {
    display: block;
    color: var(--fp-muted);
  }
`;
