import { css, unsafeCSS } from "lit";

/** The fonts of drawings, on screens and on paper. */
export const fonts = 'system-ui, "Segoe UI", Roboto, sans-serif';

/** Styles of furniture, lamps, devices, sensors and texts. */
export const thingStyle = css`
  .plan :is(.body, .soft, .fine, .badge, .pill) {
    stroke: var(--plan-line);
    stroke-width: 0.012;
  }
  .plan :is(.fine, .icon) {
    fill: none;
    stroke-linecap: round;
    stroke-linejoin: round;
  }
  .plan .body {
    fill: var(--plan-piece);
    stroke-width: 0.02;
    stroke-linejoin: round;
  }
  .plan .soft {
    fill: var(--plan-piece-soft);
  }
  .plan .furniture[color] > .body {
    fill: currentColor;
    fill-opacity: 0.45;
  }
  .plan .furniture.on > .body {
    stroke: var(--plan-on);
  }
  .plan .lamp:not([color]) {
    color: var(--plan-light);
  }
  .plan .lamp.on :is(.body, .soft) {
    fill: currentColor;
    stroke: var(--plan-on);
  }
  .plan .badge,
  .plan .pill,
  .plan .lamp .body {
    fill: var(--plan-badge);
  }
  .plan .glyph {
    fill: var(--plan-badge-ink);
  }
  .plan .icon {
    stroke: var(--plan-badge-ink);
    stroke-width: 1.9;
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
  .plan :is(.device, .lamp).on {
    --plan-badge-ink: #1c1400;
  }
  .plan .away,
  .plan .hidden {
    opacity: 0.45;
  }
  .plan .away .away {
    opacity: 1;
  }

  .plan .upright {
    rotate: var(--plan-upright, none);
  }
  .plan .upright .upright {
    rotate: none;
  }
  .plan .words {
    text-anchor: middle;
    font-family: var(--plan-font, ${unsafeCSS(fonts)});
    /* Letters of other scales need no layout. */
    text-rendering: geometricPrecision;
    fill: var(--plan-ink);
  }
  .plan .dimension .note {
    fill: var(--plan-ink);
  }
  .plan .room-name {
    font-weight: 600;
  }
  .plan .room-name,
  .plan .dimension .note {
    paint-order: stroke;
    stroke: var(--plan-halo, var(--plan-paper));
    stroke-width: 0.16em;
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
    font-weight: 500;
  }
  .plan .plated {
    fill: #2f353c;
  }
  .plan
    :is(
      .walls,
      .wall,
      .tracing,
      .shade,
      .tint,
      .glows,
      .halos,
      .panes,
      .sunlight,
      .icon,
      .glyph,
      .words,
      .labels
    ) {
    pointer-events: none;
  }
`;
