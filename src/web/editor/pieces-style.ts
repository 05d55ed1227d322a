import { css } from "lit";

/** What can be placed, beside the tools. */
export const piecesStyle = css`
  .pieces {
    position: absolute;
    inset-block: 10px;
    inset-inline-start: 10px;
    width: 216px;
    padding: 12px;
    overflow-y: auto;
    border: 1px solid var(--fp-line);
    border-radius: 12px;
    background: var(--fp-surface);
    box-shadow: 0 6px 22px rgb(10 25 45 / 14%);
  }
  .pieces h2 {
    margin: 0 0 8px;
    font-size: 14px;
  }
  .pieces h3 {
    margin: 12px 0 4px;
    font-size: 12px;
    color: var(--fp-muted);
  }
  .shelf {
    display: grid;
    grid-template-columns: repeat(2, 1fr);
    gap: 4px;
  }
  .piece {
    display: grid;
    justify-items: center;
    gap: 3px;
    padding: 8px 2px 6px;
    border: 1px solid transparent;
    border-radius: 9px;
    background: var(--fp-soft);
    font-size: 12px;
    line-height: 1.2;
    hyphens: auto;
    overflow-wrap: break-word;
  }
  .piece:hover {
    border-color: var(--fp-accent);
  }
`;
