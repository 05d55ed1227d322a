import { css } from "lit";

/** The ring around what has the focus, the same everywhere; `--ring` is its colour. */
export const focusStyle = css`
  :focus-visible {
    outline: 2px solid var(--ring);
    outline-offset: 2px;
  }
`;
