import { css } from "lit";

/** The menu of what can be done with what is selected. */
export const menuStyle = css`
  .menu {
    position: fixed;
    inset: auto;
    margin: 0;
    padding: 5px;
    min-width: 180px;
    max-width: calc(100vw - 12px);
    max-height: calc(100vh - 12px);
    overflow: auto;
    border: 1px solid var(--fp-line);
    border-radius: 10px;
    background: var(--fp-surface);
    color: var(--fp-text);
    box-shadow: 0 8px 28px rgb(10 25 45 / 22%);
    font: inherit;
  }
  .menu:popover-open {
    display: block;
  }
  hr {
    margin: 5px 8px;
    border: 0;
    border-top: 1px solid var(--fp-line);
  }
  [role="menuitem"] {
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: 24px;
    min-height: 32px;
    padding: 3px 10px;
    border-radius: 7px;
    cursor: pointer;
    white-space: nowrap;
    user-select: none;
  }
  [role="menuitem"]:hover,
  [role="menuitem"]:focus,
  [role="menuitem"][aria-expanded="true"] {
    background: var(--fp-soft);
  }
  [role="menuitem"]:focus-visible {
    outline: 2px solid var(--fp-accent);
    outline-offset: -2px;
  }
  .keys {
    color: var(--fp-muted);
    font-size: 12px;
  }
  @media (pointer: coarse) {
    [role="menuitem"] {
      min-height: 42px;
    }
  }
`;
