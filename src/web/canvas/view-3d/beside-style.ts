import { css } from "lit";

/** Styles of the house in 3D beside the plan: at its right, beneath it, or on a phone in its place. */
export const besideStyle = css`
  .house {
    grid-area: stage;
    position: relative;
    justify-self: end;
    box-sizing: border-box;
    width: 50%;
    height: 100%;
    min-width: 0;
    min-height: 0;
    border-inline-start: 1px solid var(--fp-line);
  }
  :host([data-house]) .stage {
    width: 50%;
  }
  @container (min-width: 1000.02px) and (max-width: 1280px) {
    .house,
    :host([data-house]) .stage {
      width: 100%;
      height: 50%;
    }
    .house {
      align-self: end;
      border: 0;
      border-top: 1px solid var(--fp-line);
    }
  }
  @container (max-width: 1000px) and (orientation: portrait) {
    .house,
    :host([data-house]) .stage {
      width: 100%;
      height: 50%;
    }
    .house {
      align-self: end;
      border: 0;
      border-top: 1px solid var(--fp-line);
    }
  }
  @container (max-width: 599.98px) {
    .house,
    :host([data-house]) .stage {
      width: 100%;
      height: 100%;
    }
    .house {
      border: 0;
    }
    :host([data-house]) .stage {
      visibility: hidden;
    }
  }
  .over-house {
    position: absolute;
    inset: 0;
    overflow: hidden;
    pointer-events: none;
  }
  .marks {
    position: absolute;
    width: 100%;
    height: 100%;
  }
  .marks path {
    fill: none;
    stroke: var(--fp-accent);
    stroke-width: 2;
    stroke-linecap: round;
  }
  .slider {
    position: absolute;
    top: -16px;
    left: -16px;
    display: grid;
    place-items: center;
    width: 32px;
    height: 32px;
    border-radius: 50%;
    background: var(--fp-accent);
    color: var(--fp-on-accent);
    box-shadow: 0 1px 5px rgb(10 25 45 / 35%);
    cursor: ns-resize;
    pointer-events: auto;
    touch-action: none;
    user-select: none;
    -webkit-user-select: none;
  }
  .slider[hidden] {
    display: none;
  }
  .slider:focus-visible {
    outline: 2px solid var(--fp-accent);
    outline-offset: 2px;
  }
  .slider svg {
    width: 18px;
    height: 18px;
    fill: none;
    stroke: currentColor;
    stroke-width: 2;
    stroke-linecap: round;
    stroke-linejoin: round;
  }
  .figure {
    position: absolute;
    inset-inline-start: 38px;
    padding: 2px 9px;
    border-radius: 11px;
    background: var(--fp-surface);
    color: var(--fp-text);
    font-size: 13px;
    font-variant-numeric: tabular-nums;
    white-space: nowrap;
  }
  .slider:not(:hover, :focus-visible) .figure {
    display: none;
  }
  [data-dragging] .slider:active .figure {
    display: block;
  }
  @media (pointer: coarse) {
    .slider {
      top: -22px;
      left: -22px;
      width: 44px;
      height: 44px;
    }
    .figure {
      inset-inline-start: 50px;
    }
  }
`;
