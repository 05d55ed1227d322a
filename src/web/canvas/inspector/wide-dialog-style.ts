import { css } from "lit";

/** Dialogs with a drawing of the plan: as wide as `--dialog-width`, if there is so much room. */
export const wideDialogStyle = css`
  dialog[open] {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 12px;
    width: min(var(--dialog-width), calc(100vw - 24px));
    max-width: none;
    max-height: calc(100dvh - 24px);
    padding: 18px;
    overflow: auto;
    overflow-wrap: anywhere;
  }
  dialog:focus {
    outline: none;
  }
  svg.plan {
    width: 100%;
    height: var(--drawing-height);
    border: 1px solid var(--line);
    border-radius: 8px;
  }
`;
