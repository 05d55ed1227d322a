import { css } from "lit";

/** Styles of the view in 3D and what lies over it, in the colours of the drawing. */
export const view3dStyle = css`
  :host {
    position: absolute;
    inset: 0;
    display: block;
    overflow: hidden;
    color: var(--plan-ink);
    background: var(--plan-paper);
    font: inherit;
    touch-action: none;
    user-select: none;
    -webkit-user-select: none;
  }
  canvas {
    display: block;
    width: 100%;
    height: 100%;
  }
  .scene {
    position: absolute;
    inset: 0;
    outline: none;
  }
  .scene:focus-visible {
    box-shadow: inset 0 0 0 2px var(--plan-accent);
  }
  .labels {
    position: absolute;
    inset: 0;
    overflow: hidden;
    pointer-events: none;
  }
  .label {
    position: absolute;
    top: 0;
    left: 0;
    padding: 2px 9px;
    font-size: 0.78rem;
    font-weight: 600;
    line-height: 1.35;
    text-align: center;
    white-space: nowrap;
    background: color-mix(in srgb, var(--plan-badge) 82%, transparent);
    border-radius: 11px;
    will-change: transform;
  }
  .label small {
    display: block;
    font-size: 0.95em;
    font-weight: 400;
    color: var(--plan-soft-ink);
  }
  /* The layers of the plan may hide the names of rooms. */
  .label:not(.value) {
    display: var(--plan-room-names, block);
  }
  .label.value {
    font-weight: 400;
  }
  .tracked {
    position: absolute;
    inset: 0;
    width: 100%;
    height: 100%;
    overflow: hidden;
    pointer-events: none;
  }
  .ring {
    position: absolute;
    top: -20px;
    left: -20px;
    box-sizing: border-box;
    width: 40px;
    height: 40px;
    border: 3px solid var(--plan-accent);
    border-radius: 50%;
    pointer-events: none;
  }
  .ring[hidden],
  .label[hidden] {
    display: none;
  }
  .floors,
  .buttons,
  .widths {
    position: absolute;
    display: flex;
    gap: 2px;
    background: color-mix(in srgb, var(--plan-badge) 88%, transparent);
    border-radius: 18px;
    box-shadow: 0 1px 4px rgb(0 0 0 / 25%);
  }
  .floors {
    top: 10px;
    left: 10px;
  }
  .buttons {
    right: 10px;
    bottom: 10px;
    flex-direction: column;
  }
  .widths {
    right: 56px;
    bottom: 10px;
    flex-direction: column;
    max-width: min(260px, calc(100% - 66px));
    background: var(--plan-badge);
  }
  .widths button {
    padding: 0 14px;
    text-align: start;
  }
  .widths p {
    margin: 4px 14px 10px;
    font-size: 0.85rem;
    user-select: text;
    -webkit-user-select: text;
  }
  button {
    min-width: 36px;
    min-height: 36px;
    padding: 0;
    color: inherit;
    font: inherit;
    cursor: pointer;
    background: transparent;
    border: 0;
    border-radius: 18px;
  }
  .floors button {
    padding: 0 12px;
  }
  button:hover {
    background: color-mix(in srgb, var(--plan-ink) 8%, transparent);
  }
  button:focus-visible {
    outline: 2px solid var(--plan-accent);
    outline-offset: -2px;
  }
  button[aria-pressed="true"] {
    color: var(--plan-paper);
    background: var(--plan-ink);
  }
  button svg {
    width: 18px;
    height: 18px;
    vertical-align: middle;
    fill: none;
    stroke: currentColor;
    stroke-width: 2;
    stroke-linecap: round;
    stroke-linejoin: round;
  }
`;
