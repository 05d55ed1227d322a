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
    /* What the sheet leaves free is small, and what a notice says is of the moment. */
    :host([data-panel]) floorplan-notices {
      z-index: 6;
      max-height: 46%;
    }
  }
`;
