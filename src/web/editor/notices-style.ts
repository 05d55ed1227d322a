import { css } from "lit";

/** Notices lie over the drawing, which stays where it is when one comes or goes, and below the bar of a selection. */
export const noticesStyle = css`
  floorplan-notices {
    grid-area: stage;
    z-index: 4;
    align-self: start;
    justify-self: center;
    width: min(672px, 100% + 12px);
    max-height: calc(100% - 10px);
    margin-top: 10px;
    overflow: auto;
    pointer-events: none;
  }
  floorplan-notices:has(~ main .selection) {
    max-height: calc(100% - 62px);
    margin-top: 62px;
  }
  @media (max-width: 700px) {
    /* Between the bar and the sheet there is room for little, so the bar of a selection is covered. */
    :host([data-panel]) floorplan-notices {
      max-height: max(96px, 38dvh - 110px);
      margin-top: 10px;
    }
  }
`;
