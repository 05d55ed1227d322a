import { css } from "lit";
import { colorStyle } from "./style-colors.ts";
import { thingStyle } from "./style-things.ts";

/** Styles of rooms, walls and openings. */
const buildingStyle = css`
  .plan :is(.outer, .walls, .wall, .jamb) {
    fill: none;
    stroke: var(--plan-wall);
  }
  .plan .outer {
    stroke-width: 0.34;
  }
  .plan :is(.solid, .shell, .own) {
    fill: var(--plan-wall);
  }
  .plan .own {
    stroke: none;
  }
  .plan .walls {
    stroke-width: 0.12;
  }
  .plan .floor {
    fill: var(--plan-tone);
  }
  .plan .garden .floor {
    stroke: var(--plan-line);
    stroke-width: 0.02;
  }
  .plan .shade {
    fill: var(--plan-ink);
  }
  .plan .tint {
    fill: currentColor;
    opacity: 0.32;
  }
  .plan .traced .outer {
    mask: url(#outside);
  }
  .plan .traced .floor {
    fill-opacity: 0.3;
  }

  /* Invisible hit areas. */
  .plan :is(.hit, .near) {
    fill: transparent;
  }
  .plan .gap {
    fill: var(--plan-gap);
  }
  .plan .jamb {
    stroke-width: 0.025;
  }
  .plan :is(.swing, .pane) {
    fill: none;
    stroke: var(--plan-line);
  }
  .plan .swing {
    stroke-width: 0.012;
  }
  .plan .leaf {
    fill: var(--plan-leaf);
    transition: transform 0.4s ease;
  }
  .plan :is(.glows, .halos, .panes) path {
    transition: fill-opacity 0.4s;
  }
  .plan .dusk {
    display: var(--plan-dusk);
  }
  .plan .sunlight {
    fill: var(--plan-sun);
  }
  .plan .door.on .leaf {
    fill: var(--plan-on);
  }
  .plan .glass {
    fill: var(--plan-glass);
  }
  .plan .pane {
    stroke-width: 0.018;
  }
`;

/** Styles of focus. */
const focusStyle = css`
  .plan [role="button"] {
    cursor: pointer;
  }
  /* Browsers would draw their outline in metres. */
  .plan [data-ref] {
    outline: none;
  }
  .plan .ring path {
    fill: none;
    stroke: var(--plan-accent);
    stroke-width: 3px;
    stroke-linejoin: round;
    vector-effect: non-scaling-stroke;
    pointer-events: none;
  }
  .plan .ring .edge {
    stroke: var(--plan-paper);
    stroke-width: 7px;
  }
  @media (prefers-reduced-motion: reduce) {
    .plan * {
      transition: none !important;
    }
  }
`;

/**
 * Styles of drawings, for the shadow root that holds them. `.plan` is the `<svg>` or an element around it; it follows
 * the system's day or night unless its own `data-look` or that of the host is `day` or `night`.
 */
export const drawingStyle = css`
  ${colorStyle} ${buildingStyle} ${thingStyle} ${focusStyle}
`;
