import { css, unsafeCSS } from "lit";

const day = unsafeCSS(`
  --plan-paper: #faf8f4; --plan-ink: #2f353c; --plan-soft-ink: #5d6670; --plan-wall: #454d57;
  --plan-piece: #fffdfa; --plan-piece-soft: #f3efe8; --plan-line: #8d929a; --plan-glass: #cfe3f0;
  --plan-badge: #ffffff; --plan-badge-ink: #4a535d; --plan-accent: #1a6fb5; --plan-on: #e08a00;
  --plan-light: #ffc84a; --plan-gap: #efebe3; --plan-leaf: #6d4c2f;
  --plan-green: #8fb573; --plan-added: #2f8f4e; --plan-removed: #c2382e; --plan-moved: #7a4fc0;
  --tone-water: #dcebf1; --tone-honey: #f8ecd0; --tone-lilac: #e9e4f2; --tone-sand: #f4e8d8;
  --tone-rose: #f5e2dc; --tone-sage: #e2ebdb; --tone-stone: #ebe8e2; --tone-mist: #e0e6e9;
  --tone-garden: #dbe8cc;`);

const night = unsafeCSS(`
  --plan-paper: #14181e; --plan-ink: #e8eaed; --plan-soft-ink: #a9b1bb; --plan-wall: #5d6875;
  --plan-piece: #3a424d; --plan-piece-soft: #454e5a; --plan-line: #6f7985; --plan-glass: #3d566b;
  --plan-badge: #2c333d; --plan-badge-ink: #c9d0d8; --plan-accent: #6cb6f2; --plan-on: #ffb733;
  --plan-light: #ffcf66; --plan-gap: #262b33; --plan-leaf: #c39a6f;
  --plan-green: #5b7d4a; --plan-added: #5fcf85; --plan-removed: #ff7b70; --plan-moved: #b794f6;
  --tone-water: #1f2c36; --tone-honey: #302d25; --tone-lilac: #2a2a3a; --tone-sand: #2d2b29;
  --tone-rose: #31292d; --tone-sage: #252e2b; --tone-stone: #272a30; --tone-mist: #232b33;
  --tone-garden: #1f2c22;`);

/**
 * The look of drawings, for the shadow root that holds them. `.plan` is the `<svg>` or what is
 * around it; it follows the system's day or night unless `data-look` says `day` or `night`.
 */
export const drawingStyle = css`
  .plan {
    ${day}
  }
  .plan[data-look="night"] {
    ${night}
  }
  @media (prefers-color-scheme: dark) {
    .plan:not([data-look="day"]) {
      ${night}
    }
  }

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
  .plan .floor {
    fill: var(--tone-stone);
  }
  .plan .water .floor {
    fill: var(--tone-water);
  }
  .plan .honey .floor {
    fill: var(--tone-honey);
  }
  .plan .lilac .floor {
    fill: var(--tone-lilac);
  }
  .plan .sand .floor {
    fill: var(--tone-sand);
  }
  .plan .rose .floor {
    fill: var(--tone-rose);
  }
  .plan .sage .floor {
    fill: var(--tone-sage);
  }
  .plan .mist .floor {
    fill: var(--tone-mist);
  }
  .plan .garden .floor {
    fill: var(--tone-garden);
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

  .plan .body {
    fill: var(--plan-piece);
    stroke: var(--plan-line);
    stroke-width: 0.02;
    stroke-linejoin: round;
  }
  .plan .soft {
    fill: var(--plan-piece-soft);
    stroke: var(--plan-line);
    stroke-width: 0.012;
  }
  .plan .fine {
    fill: none;
    stroke: var(--plan-line);
    stroke-width: 0.012;
    stroke-linecap: round;
    stroke-linejoin: round;
  }
  .plan .green .soft {
    fill: var(--plan-green);
    fill-opacity: 0.7;
    stroke: none;
  }
  .plan .furniture[color] > .body {
    fill: currentColor;
    fill-opacity: 0.45;
  }
  .plan .furniture.on > .body {
    stroke: var(--plan-on);
  }
  .plan .lamp {
    color: var(--plan-light);
  }
  .plan .lamp .body {
    fill: var(--plan-badge);
  }
  .plan .lamp .soft {
    fill: none;
  }
  .plan .lamp.on .body,
  .plan .lamp.on .soft {
    fill: currentColor;
    stroke: var(--plan-on);
  }
  .plan .glow {
    pointer-events: none;
  }
  .plan .light {
    stop-color: var(--plan-light);
  }

  .plan .badge,
  .plan .pill {
    fill: var(--plan-badge);
    stroke: var(--plan-line);
    stroke-width: 0.012;
  }
  .plan .icon {
    fill: none;
    stroke: var(--plan-badge-ink);
    stroke-width: 1.9;
    stroke-linecap: round;
    stroke-linejoin: round;
    pointer-events: none;
  }
  .plan .device[color] .badge {
    stroke: currentColor;
    stroke-width: 0.025;
  }
  .plan .device.on .badge {
    fill: var(--plan-on);
    stroke: none;
  }
  .plan .device.on[color] .badge {
    fill: currentColor;
  }
  .plan .device.on .icon {
    stroke: #fff;
  }
  .plan .sensor.on .pill {
    stroke: var(--plan-on);
    stroke-width: 0.02;
  }
  .plan .away,
  .plan .hidden {
    opacity: 0.45;
  }

  .plan .upright {
    rotate: var(--plan-upright, none);
  }
  .plan .upright .upright {
    rotate: none;
  }
  .plan .labels .upright {
    scale: var(--plan-label, 1);
  }
  .plan .words {
    text-anchor: middle;
    font-family: var(--plan-font, system-ui, "Segoe UI", Roboto, sans-serif);
    fill: var(--plan-ink);
    pointer-events: none;
  }
  .plan .room-name {
    font-weight: 600;
    paint-order: stroke;
    stroke: var(--plan-halo, var(--plan-paper));
    stroke-width: 4;
    stroke-linejoin: round;
    stroke-opacity: 0.75;
  }
  .plan .next {
    font-weight: 400;
    font-size: 0.8em;
    fill: var(--plan-soft-ink);
  }
  .plan .name,
  .plan .note {
    fill: var(--plan-soft-ink);
  }
  .plan .value {
    fill: var(--plan-ink);
    font-weight: 500;
  }
  .plan .plated {
    fill: #2f353c;
  }
  .plan .labels {
    pointer-events: none;
  }

  .plan [role="button"] {
    cursor: pointer;
    outline: none;
  }
  .plan [role="button"]:focus-visible > :is(.body, .hit, .floor, .gap) {
    stroke: var(--plan-accent);
    stroke-width: 0.05;
  }
  .plan [role="button"]:focus-visible > .upright > .hit {
    stroke: var(--plan-accent);
    stroke-width: 0.05;
  }
  .plan .selected > :is(.body, .badge, .hit, .floor, .gap),
  .plan .selected > .upright > .hit {
    stroke: var(--plan-accent);
    stroke-width: 0.04;
  }
  .plan .selected > .floor {
    fill-opacity: 0.8;
  }
  .plan .marked > :is(.body, .hit, .floor),
  .plan .marked > .upright > .hit {
    stroke: var(--plan-moved);
    stroke-width: 0.05;
    stroke-dasharray: none;
  }
  .plan .marked.added > :is(.body, .hit, .floor),
  .plan .marked.added > .upright > .hit {
    stroke: var(--plan-added);
  }
  .plan .marked.removed > :is(.body, .hit, .floor),
  .plan .marked.removed > .upright > .hit {
    stroke: var(--plan-removed);
    stroke-dasharray: 0.1 0.06;
  }
  .plan .marked.removed {
    opacity: 0.7;
  }
  @media (prefers-reduced-motion: reduce) {
    .plan * {
      transition: none !important;
    }
  }
`;
