import { css } from "lit";

/** The floors in a row, and the dialog in which they are named, ordered and deleted. */
export const levelTabsStyle = css`
  :host {
    display: flex;
    min-width: 0;
    align-items: center;
    gap: 2px;
  }
  .floors {
    min-width: 0;
    /* Room for the ring of focus, which would be cut off where it is scrolled. */
    padding: 4px;
    margin: -4px;
    overflow-x: auto;
  }
  .strip {
    display: flex;
    gap: 4px;
  }
  .strip button {
    flex: none;
    border-color: transparent;
    background: none;
    min-height: 36px;
    border-radius: 18px;
  }
  .strip button[aria-selected="true"] {
    background: var(--soft);
    border-color: var(--line);
    font-weight: 600;
  }
  .small {
    flex: none;
    display: grid;
    place-items: center;
    width: 36px;
    min-height: 36px;
    padding: 0;
    border-color: transparent;
    background: none;
  }
  dialog {
    width: 440px;
    padding: 18px 20px 20px;
  }
  li {
    display: grid;
    grid-template-columns: 1fr auto auto auto auto;
    gap: 4px;
  }
  dialog h2 {
    margin-bottom: 12px;
  }
  dialog .row {
    margin-top: 14px;
    justify-content: flex-end;
  }
  .named {
    display: flex;
    align-items: center;
    gap: 4px;
    min-height: 36px;
  }
`;
