import { css, unsafeCSS } from "lit";
import { catalogueStyle } from "./catalogue-style.ts";
import { drawingStyle } from "./style.ts";

/** Styles of selection and of marks of differences. */
const markStyle = css`
  .plan .selected > :is(.body, .badge),
  .plan .selected.dimension > .fine,
  .plan .selected.partition > .solid,
  .plan .selected > .upright > :is(.pill, .hit) {
    stroke: var(--plan-accent);
    stroke-width: 0.04;
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
  .plan .marked.dimension > .fine,
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
