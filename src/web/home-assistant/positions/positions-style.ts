import { css } from "lit";

/** How strongly the ground of a target is drawn, and widths of lines: of a trail in radii of the dot, of all else in metres. */
export const ground = {
  spread: 0.14,
  trail: { opacity: 0.6, width: 0.4 },
  // As wide as a vacuum, so that it shows what has been cleaned.
  swept: { opacity: 0.16, width: 0.3 },
  way: { opacity: 0.5, width: 0.02 },
} as const;

/** The radius of a dot in metres, as of most vacuums, and in pixels at least. */
export const [dotRadius, leastDotPixels] = [0.17, 8];

/** Styles of dots, in the colours of the drawing. `--size` is the radius of a dot. */
export const dotStyle = css`
  .person {
    --dot: var(--plan-accent);
  }
  .pet {
    --dot: var(--plan-moved);
  }
  .vacuum {
    --dot: var(--plan-added);
  }
  .target {
    --dot: var(--plan-removed);
  }
  .device {
    --dot: var(--plan-soft-ink);
  }
  .size {
    transform: scale(var(--size, 0.2));
  }
  .upright {
    rotate: var(--plan-upright, none);
  }
  .disc {
    fill: var(--dot);
    stroke: var(--plan-paper);
    stroke-width: 0.16;
  }
  .sign {
    fill: var(--plan-paper);
  }
  .line {
    fill: none;
    stroke: var(--plan-paper);
    stroke-width: 0.12;
  }
  .heading {
    fill: var(--dot);
  }
  .chip .disc {
    stroke-dasharray: 0.35;
  }
  .dot.focused .disc {
    stroke: var(--plan-ink);
    stroke-width: 0.32;
  }
  .name {
    font: 600 1.1px var(--plan-font, system-ui, "Segoe UI", Roboto, sans-serif);
    text-anchor: middle;
    text-rendering: geometricPrecision;
    fill: var(--plan-ink);
    paint-order: stroke;
    stroke: var(--plan-paper);
    stroke-width: 0.2px;
    stroke-linejoin: round;
  }
`;

/** Styles of positions, in the colours of the drawing. `--size` is the radius of a dot in metres. */
export const positionsStyle = css`
  :host,
  svg {
    position: absolute;
    inset: 0;
    width: 100%;
    height: 100%;
    overflow: visible;
    /* Presses are for the plan. */
    pointer-events: none;
  }
  /* A layer of its own: what moves on it leaves the plan as it is painted. */
  svg {
    will-change: transform;
  }
  svg[hidden] {
    display: none;
  }
  .unseen:not(:focus-visible) {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
  button {
    position: absolute;
    top: 10px;
    left: 10px;
    min-height: 36px;
    padding: 0 14px;
    color: var(--plan-ink);
    font: inherit;
    cursor: pointer;
    pointer-events: auto;
    background: var(--plan-badge);
    border: 0;
    border-radius: 18px;
    outline: 2px solid var(--plan-accent);
  }
  .zone path {
    fill: var(--plan-accent);
    fill-opacity: 0;
    stroke: var(--plan-accent);
    stroke-width: 0.02;
    stroke-opacity: 0.45;
    stroke-dasharray: 0.12 0.08;
    transition: fill-opacity 0.3s;
  }
  .zone.taken path {
    fill-opacity: 0.16;
    stroke-opacity: 0.9;
  }
  .zone .name {
    fill: var(--plan-soft-ink);
    font-weight: 400;
  }
  .spread {
    fill: var(--dot);
    opacity: ${ground.spread};
  }
  .trail {
    fill: none;
    stroke: var(--dot);
    stroke-width: calc(var(--size, 0.2) * ${ground.trail.width});
    stroke-linecap: round;
    stroke-linejoin: round;
    opacity: ${ground.trail.opacity};
  }
  .swept {
    fill: none;
    stroke: var(--dot);
    stroke-width: ${ground.swept.width};
    stroke-linecap: round;
    stroke-linejoin: round;
    opacity: ${ground.swept.opacity};
  }
  .way {
    fill: none;
    stroke: var(--dot);
    stroke-width: ${ground.way.width};
    opacity: ${ground.way.opacity};
  }
  .dot {
    outline: none;
  }
  .dot:focus-visible .disc {
    stroke: var(--plan-ink);
    stroke-width: 0.32;
  }
`;
