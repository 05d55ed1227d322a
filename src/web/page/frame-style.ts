import { css } from "lit";

/** How the page lays out its bar, and below it the plan or the editor. */
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
    header .button,
    header button {
      padding: 9px;
      font-size: 0.9rem;
    }
    /* Two letters of a title tell nobody anything. */
    header:has(.manage) h1 {
      clip-path: inset(50%);
    }
  }
  main {
    flex: 1;
    min-height: 0;
    overflow: auto;
  }
  main > * {
    height: 100%;
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
