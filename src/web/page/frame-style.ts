import { css } from "lit";

/** Layout of the page: its bar, and below it the plan or the editor. */
export const frameStyle = css`
  :host {
    display: flex;
    flex-direction: column;
    height: 100dvh;
    background: var(--page-back);
  }
  header {
    display: flex;
    align-items: center;
    gap: 8px;
    padding: 6px 12px;
    background: var(--page-sheet);
    border-bottom: 1px solid var(--page-line);
  }
  header h1 {
    flex: 1;
    min-width: 0;
    margin: 0;
    overflow: hidden;
    font-size: 1.1rem;
    white-space: nowrap;
    text-overflow: ellipsis;
  }
  header .button,
  header button {
    padding: 9px 12px;
  }
  @media (max-width: 30rem) {
    header {
      flex-wrap: wrap;
      justify-content: flex-end;
      gap: 4px;
    }
    header .button,
    header button {
      padding: 9px 6px;
      font-size: 0.9rem;
      white-space: nowrap;
    }
    /* Hide the title where only two letters of it would fit. */
    header:has(.manage) h1 {
      position: absolute;
      clip-path: inset(50%);
    }
  }
  header .finish {
    min-width: 40px;
  }
  .finish svg {
    display: block;
    margin: auto;
    width: 20px;
    height: 20px;
    fill: none;
    stroke: currentColor;
    stroke-width: 1.6;
  }
  .finish[aria-pressed="true"] {
    color: var(--page-sheet);
    background: var(--page-ink);
  }
  main {
    flex: 1;
    min-height: 0;
    overflow: auto;
  }
  main > * {
    height: 100%;
  }
  .unsaved {
    display: flex;
    flex-wrap: wrap;
    gap: 4px 16px;
    align-items: center;
    justify-content: space-between;
    margin: 0;
    padding: 6px 12px;
    background: var(--page-sheet);
    border-bottom: 1px solid var(--page-line);
    border-left: 4px solid var(--page-problem);
  }
  floorplan-sign-in {
    flex: 1;
    overflow: auto;
  }
  floorplan-editor {
    flex: 1;
    min-height: 0;
  }
`;
