import { css } from "lit";

/** Rooms with their walls, and what is in the walls. */
export const buildingStyle = css`
  .plan .outer,
  .plan .walls {
    fill: none;
    stroke: var(--plan-wall);
    stroke-linejoin: miter;
  }
  .plan .outer {
    stroke-width: 0.34;
  }
  .plan .walls {
    stroke-width: 0.12;
    pointer-events: none;
  }
  .plan .water {
    --plan-tone: var(--tone-water);
  }
  .plan .honey {
    --plan-tone: var(--tone-honey);
  }
  .plan .lilac {
    --plan-tone: var(--tone-lilac);
  }
  .plan .sand {
    --plan-tone: var(--tone-sand);
  }
  .plan .rose {
    --plan-tone: var(--tone-rose);
  }
  .plan .sage {
    --plan-tone: var(--tone-sage);
  }
  .plan .mist {
    --plan-tone: var(--tone-mist);
  }
  .plan .stone {
    --plan-tone: var(--tone-stone);
  }
  .plan .garden {
    --plan-tone: var(--tone-garden);
  }
  .plan .floor {
    fill: var(--plan-tone);
  }
  .plan .garden .floor {
    stroke: var(--plan-green);
    stroke-width: 0.04;
    stroke-dasharray: 0.16 0.1;
  }
  .plan .tint {
    fill: currentColor;
    opacity: 0.32;
    pointer-events: none;
  }
  .plan .tracing {
    pointer-events: none;
  }
  .plan .traced .outer {
    display: none;
  }
  .plan .traced .floor {
    fill-opacity: 0.3;
  }

  .plan .hit {
    fill: none;
    pointer-events: all;
  }
  .plan .gap {
    fill: var(--plan-gap);
  }
  .plan .jamb {
    fill: none;
    stroke: var(--plan-wall);
    stroke-width: 0.025;
  }
  .plan .swing {
    fill: none;
    stroke: var(--plan-line);
    stroke-width: 0.015;
    stroke-dasharray: 0.06 0.04;
  }
  .plan .leaf,
  .plan .sash {
    fill: var(--plan-leaf);
  }
  .plan .leaf {
    transition: transform 0.4s ease;
  }
  .plan .opening.on .leaf,
  .plan .door.on .leaf,
  .plan .sash {
    fill: var(--plan-on);
  }
  .plan .glass {
    fill: var(--plan-glass);
  }
  .plan .pane {
    stroke: var(--plan-line);
    stroke-width: 0.018;
    fill: none;
  }
  .plan .blind {
    stroke: var(--plan-wall);
    stroke-width: 0.05;
    stroke-dasharray: 0.04 0.02;
    fill: none;
  }
  .plan .lock {
    fill: var(--plan-added);
  }
  .plan .lock.open {
    fill: var(--plan-removed);
  }
`;
