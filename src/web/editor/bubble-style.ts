import { css } from "lit";

/** The look of a small form that lies over the drawing. */
export const bubbleStyle = css`
  :host {
    position: absolute;
    z-index: 3;
  }
  form {
    display: grid;
    border: 1px solid var(--line);
    background: var(--fp-surface, light-dark(#fff, #1c242d));
    box-shadow: 0 8px 28px rgb(10 25 45 / 22%);
  }
`;
