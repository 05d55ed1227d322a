import { css } from "lit";

/** What has the focus, is selected, or differs from another revision. */
export const markStyle = css`
  .plan [role="button"] {
    cursor: pointer;
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
  .plan .selected > :is(.body, .badge),
  .plan .selected.dimension > .fine,
  .plan .selected.partition > .solid,
  .plan .selected > .upright > :is(.pill, .hit) {
    stroke: var(--plan-accent);
    stroke-width: 0.04;
  }
  .plan .marked {
    --plan-mark: var(--plan-moved);
    --plan-dashes: none;
  }
  .plan .marked.added {
    --plan-mark: var(--plan-added);
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
  @media (prefers-reduced-motion: reduce) {
    .plan * {
      transition: none !important;
    }
  }
`;
