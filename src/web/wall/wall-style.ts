import { css } from "lit";
import { pageColors } from "../page/page-style.ts";

/** How the wall page lays the plan over the whole screen, and its few signs over that. */
export const kioskStyle = css`
  :host {
    position: fixed;
    inset: 0;
    overflow: auto;
    background: var(--page-back);
  }
  :host([data-look="day"]) {
    ${pageColors.day}
  }
  :host([data-look="night"]) {
    ${pageColors.night}
  }
  floorplan-wall-card {
    position: absolute;
    inset: 0;
    height: auto;
  }
  floorplan-sign-in {
    display: block;
    min-height: 100%;
  }
  .signs {
    position: absolute;
    right: 12px;
    bottom: 12px;
    left: 12px;
    display: grid;
    gap: 8px;
    justify-items: end;
    pointer-events: none;
  }
  .sign {
    display: flex;
    gap: 8px 12px;
    align-items: center;
    max-width: min(26rem, 100%);
    margin: 0;
    padding: 8px 14px;
    font-size: 0.85rem;
    background: var(--page-sheet);
    border: 1px solid var(--page-line);
    border-radius: 10px;
    pointer-events: auto;
  }
  .sign button {
    flex: none;
    padding: 4px 12px;
  }
  .address {
    overflow-wrap: anywhere;
  }
  .night {
    position: absolute;
    inset: 0;
    background: #000;
    opacity: var(--night, 0.8);
  }
`;
