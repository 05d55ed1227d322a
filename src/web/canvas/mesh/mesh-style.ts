import { css } from "lit";

/** How the dialog of a mesh looks. */
export const meshStyle = css`
  :host {
    --dialog-width: 980px;
    --drawing-height: min(60vh, 560px);
  }
  .row {
    align-items: end;
  }
  .head {
    justify-content: space-between;
  }
  .row .field {
    max-width: 220px;
  }
  .link,
  .node {
    cursor: pointer;
  }
  .legend {
    display: flex;
    flex-wrap: wrap;
    gap: 4px 16px;
    margin: 0;
    padding: 0;
    list-style: none;
  }
  .legend li {
    display: flex;
    gap: 6px;
    align-items: center;
  }
  .legend svg {
    width: 40px;
    height: 12px;
  }
  .strip {
    display: flex;
    gap: 4px;
  }
  .strip [aria-selected="true"] {
    border-color: var(--fp-accent);
  }
  p:empty {
    display: none;
  }
  .entry small {
    display: block;
  }
`;
