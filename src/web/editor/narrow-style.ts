import { css } from "lit";

/** The editor on screens that are not wide: words give way, and the panels become a sheet at the bottom. */
export const narrowStyle = css`
  @media (min-width: 701px) {
    .narrow {
      display: none;
    }
  }
  @media (max-width: 1180px) {
    .selection .word,
    .bar .word {
      display: none;
    }
  }
  @media (max-width: 700px) {
    :host {
      grid-template: auto minmax(0, 1fr) auto auto / minmax(0, 1fr);
      grid-template-areas: "bar" "stage" "status" "palette";
    }
    .bar {
      flex-wrap: wrap;
      gap: 2px;
      padding: 4px 6px;
    }
    .bar .group {
      border: 0;
      padding: 0;
    }
    .bar .roomy {
      display: none;
    }
    /* What is needed most stands in the first row: back, undo, the panels and saving; below it the floors, and who else is there. */
    .bar > .narrow {
      order: 1;
    }
    .save {
      order: 2;
      flex: 1 0 180px;
      justify-content: flex-end;
      gap: 6px;
      min-width: 0;
      margin: 0;
    }
    .save .state {
      flex: 0 1 auto;
      min-width: 0;
      font-size: 12px;
      white-space: normal;
      text-align: end;
      line-height: 1.1;
    }
    .save .main {
      flex: none;
      padding: 0 12px;
    }
    .bar floorplan-levels {
      order: 8;
      flex: 1 1 30%;
    }
    .bar floorplan-others {
      order: 8;
    }
    .bar floorplan-levels ~ .group {
      order: 9;
    }
    .palette {
      flex-direction: row;
      width: auto;
      gap: 2px;
      padding: 4px;
      overflow: auto hidden;
      border: 0;
      border-top: 1px solid var(--fp-line);
      scrollbar-width: none;
      padding-bottom: calc(4px + env(safe-area-inset-bottom));
    }
    .family {
      grid-auto-flow: column;
      padding: 0 4px 0 0;
      border: 0;
      border-inline-end: 1px solid var(--fp-line);
    }
    .choice {
      width: 74px;
    }
    .pieces {
      inset: auto 0 0 0;
      width: auto;
      max-height: 46%;
      border-radius: 14px 14px 0 0;
    }
    .shelf {
      grid-template-columns: repeat(auto-fill, minmax(84px, 1fr));
    }
    .side {
      position: absolute;
      inset: auto 0 0 0;
      z-index: 5;
      max-height: min(62%, 480px);
      height: 62%;
      border: 1px solid var(--fp-line);
      border-radius: 16px 16px 0 0;
      box-shadow: 0 -8px 28px rgb(10 25 45 / 20%);
    }
    :host(:not([data-panel])) .side {
      display: none;
    }
    /* Room for the longest of them, so that the drawing does not jump with every hint. */
    .status {
      align-items: center;
      height: 50px;
      padding: 2px 10px;
      font-size: 12.5px;
      line-height: 1.25;
      overflow: hidden;
    }
    .status:has(.said:not(:empty)) .hint {
      display: none;
    }
    .welcome {
      bottom: 6%;
    }
  }
`;
