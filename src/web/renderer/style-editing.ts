import { css, unsafeCSS } from "lit";
import { catalogueStyle } from "./catalogue-style.ts";
import { drawingStyle } from "./style.ts";

/** Styles of selection and of marks of differences. */
const markStyle = css`
  .plan .selected > :is(.body, .badge),
  .plan .selected:is(.dimension, .zone) > .fine,
  .plan .selected.partition > .solid,
  .plan .selected > .upright > :is(.pill, .hit) {
    stroke: var(--plan-accent);
    stroke-width: 0.04;
  }
  /* A zone is pressed at its outline or name; selected, also within. */
  .plan .zone > .near {
    fill: none;
    stroke: transparent;
    stroke-width: 0.3;
    pointer-events: stroke;
  }
  .plan .zone.selected > .near {
    pointer-events: all;
  }
  .plan .zone > .inside {
    fill: var(--plan-accent);
    fill-opacity: 0.07;
    pointer-events: none;
  }
  .plan .zone > .hatch {
    pointer-events: none;
  }
  .plan .zone pattern path {
    stroke: var(--plan-accent);
    stroke-width: 0.03;
    stroke-opacity: 0.6;
  }
  .plan .zone > .fine {
    fill: none;
    stroke: var(--plan-accent);
    stroke-width: 0.025;
    stroke-dasharray: 0.12 0.08;
    /* Also over furniture, which what is only near lies beneath. */
    pointer-events: stroke;
  }
  .plan .zone .note {
    fill: var(--plan-accent);
    pointer-events: auto;
  }
  .plan .marked {
    --plan-mark: var(--plan-moved);
    --plan-dashes: 0.05 0.06;
  }
  .plan .marked.added {
    --plan-mark: var(--plan-added);
    --plan-dashes: none;
  }
  .plan .marked.removed {
    --plan-mark: var(--plan-removed);
    --plan-dashes: 0.1 0.06;
    opacity: 0.7;
  }
  .plan .marked > :is(.body, .badge, .gap, .floor),
  .plan .marked:is(.dimension, .zone) > .fine,
  .plan .marked > .upright > :is(.pill, .hit) {
    stroke: var(--plan-mark);
    stroke-width: 0.05;
    stroke-dasharray: var(--plan-dashes);
  }
`;

/** Styles of drawings in the editor, which has the materials from the beginning. */
export const editedDrawingStyle = css`
  ${drawingStyle} ${unsafeCSS(catalogueStyle)} ${markStyle}
`;
