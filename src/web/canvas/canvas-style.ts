import { css } from "lit";

/** Styles of the canvas around and over the drawing. */
export const canvasStyle = css`
  :host {
    position: relative;
    display: block;
    overflow: hidden;
    background: var(--fp-ground, light-dark(#f4f6f9, #12171d));
    --mark: var(--fp-accent, light-dark(#0b5fbd, #7db8ff));
  }
  .stage {
    position: absolute;
    inset: 0;
    touch-action: none;
    user-select: none;
    -webkit-user-select: none;
    /* A tap is answered by the selection; a flash would darken whole rooms. */
    -webkit-tap-highlight-color: transparent;
    outline: none;
  }
  .stage:focus-visible:not([data-quiet])::after {
    content: "";
    position: absolute;
    inset: 2px;
    border: 2px solid var(--mark);
    border-radius: 4px;
    pointer-events: none;
  }
  .layer,
  svg {
    position: absolute;
    inset: 0;
    width: 100%;
    height: 100%;
  }
  svg {
    display: block;
    contain: strict;
  }
  /* A layer of its own, which the browser moves without painting it. */
  .layer {
    will-change: transform;
  }
  .plan {
    overflow: visible;
    contain: none;
  }
  /* Over an image, what is beneath outer walls may be wanted. */
  .plan.thin .traced .outer {
    display: none;
  }
  .over {
    pointer-events: none;
  }
  .chosen path {
    fill: none;
    stroke: var(--mark);
    stroke-width: 2.5;
    stroke-linejoin: round;
  }
  .chosen .edge {
    stroke: light-dark(#fff, #12171d);
    stroke-width: 6;
  }
  .over .handle {
    pointer-events: auto;
    outline: none;
  }
  .metre {
    fill: light-dark(#bcc8ca, #31424a);
  }
  .beside {
    fill: none;
    stroke: light-dark(#8fa1a5, #53686f);
    stroke-width: 0.05;
    stroke-dasharray: 0.2 0.12;
    pointer-events: none;
  }
  .target {
    fill: transparent;
  }
  @media (pointer: coarse) {
    .target {
      r: 20px;
    }
  }
  .grip {
    fill: light-dark(#fff, #12171d);
    stroke: var(--mark);
    stroke-width: 2;
  }
  .sign {
    fill: none;
    stroke: var(--mark);
    stroke-width: 1.8;
    stroke-linecap: round;
    stroke-linejoin: round;
  }
  .handle:hover .grip {
    fill: light-dark(#d5e7fb, #24405e);
  }
  .handle:focus-visible .grip {
    fill: var(--mark);
    stroke: light-dark(#fff, #12171d);
  }
  .handle:focus-visible .target {
    stroke: var(--mark);
    stroke-width: 2;
  }
  .symbol {
    opacity: 0.6;
  }
  .symbol * {
    pointer-events: none;
  }
  .ghost {
    fill: color-mix(in srgb, var(--mark) 22%, transparent);
    stroke: var(--mark);
    stroke-width: 2;
    stroke-linejoin: round;
  }
  .ghost.open {
    fill: none;
  }
  .proposal path {
    fill: none;
    stroke: color-mix(in srgb, var(--mark) 65%, transparent);
  }
  .proposal .left {
    stroke: light-dark(#6b6b6b, #b0b0b0);
    stroke-width: 2;
    stroke-dasharray: 6 5;
  }
  .proposal .room {
    fill: color-mix(in srgb, var(--mark) 14%, transparent);
    stroke: none;
  }
  .proposal :is(.door, .window, .passage) {
    stroke: light-dark(#fff, #222);
    stroke-width: 3;
  }
  .overlaps .hatch {
    stroke: light-dark(#b3261e, #ff9d94);
    stroke-width: 4;
  }
  .overlap .hatched {
    stroke: light-dark(#b3261e, #ff9d94);
    stroke-width: 3;
  }
  .overlap rect {
    fill: light-dark(#b3261e, #ff9d94);
  }
  .overlap text {
    fill: light-dark(#fff, #12171d);
    font:
      600 12px system-ui,
      sans-serif;
  }
  .pull path {
    fill: none;
    stroke: light-dark(#c2187a, #ff7ac2);
    stroke-width: 2.5;
    stroke-linecap: round;
    stroke-linejoin: round;
  }
  .pull .becomes {
    stroke-width: 1.5;
    stroke-dasharray: 6 5;
  }
  .pull .pulled {
    stroke-width: 5;
  }
  .guide {
    stroke: light-dark(#c2187a, #ff7ac2);
    stroke-width: 1.25;
    stroke-dasharray: 5 4;
  }
  .guide-end {
    fill: light-dark(#c2187a, #ff7ac2);
  }
  .dot {
    fill: light-dark(#fff, #12171d);
    stroke: var(--mark);
    stroke-width: 2.5;
  }
  .marquee {
    fill: color-mix(in srgb, var(--mark) 10%, transparent);
    stroke: var(--mark);
    stroke-width: 1.25;
    stroke-dasharray: 4 3;
  }
  .cross {
    stroke: light-dark(#c2187a, #ff7ac2);
    stroke-width: 2;
    fill: none;
  }
  .measure rect {
    fill: light-dark(#1d2733, #e6ebf1);
  }
  .measure text {
    fill: light-dark(#fff, #12171d);
    font:
      600 12px system-ui,
      sans-serif;
    font-variant-numeric: tabular-nums;
  }
  .span {
    stroke: light-dark(#1d2733, #e6ebf1);
    stroke-width: 1.25;
  }
  .measure.typed {
    pointer-events: auto;
    cursor: text;
    outline: none;
  }
  .measure.typed:is(:hover, :focus-visible) rect {
    stroke: var(--mark);
    stroke-width: 2.5;
  }
  .measures.unseen .typed {
    pointer-events: none;
  }
  @media (not (pointer: coarse)) {
    .measure.typed.passing {
      pointer-events: none;
    }
    .measure.offer {
      display: none;
    }
  }
`;
