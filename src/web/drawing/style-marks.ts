import { css } from "lit";

/** What has the focus, is selected, or differs from another revision. */
export const markStyle = css`
  .plan [role="button"] {
    cursor: pointer;
    outline: none;
  }
  .plan [role="button"]:focus-visible > :is(.body, .hit, .floor, .gap),
  .plan [role="button"]:focus-visible > .upright > .hit {
    stroke: var(--plan-accent);
    stroke-width: 0.05;
  }
  /* Wider than the wall that lies over it. */
  .plan [role="button"]:focus-visible > .floor {
    stroke-width: 0.22;
    stroke-dasharray: none;
  }
  .plan .selected > :is(.body, .badge, .hit),
  .plan .selected > .upright > .hit {
    stroke: var(--plan-accent);
    stroke-width: 0.04;
  }
  /* The line itself is marked, and not the room in which a finger meets it. */
  .plan .selected:is(.dimension, .partition) > .hit {
    stroke: none;
  }
  .plan .selected.dimension > .fine,
  .plan .selected.partition > .solid {
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
  .plan .marked > :is(.body, .hit, .floor),
  .plan .marked > .upright > .hit {
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
