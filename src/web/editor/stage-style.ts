import { css } from "lit";

/** The drawing, and what lies over it. */
export const stageStyle = css`
  .stage {
    grid-area: stage;
    position: relative;
    min-width: 0;
    min-height: 0;
  }
  floorplan-canvas {
    position: absolute;
    inset: 0;
  }
  .selection {
    position: absolute;
    top: 10px;
    left: 50%;
    translate: -50% 0;
    display: flex;
    align-items: center;
    gap: 2px;
    max-width: calc(100% - 20px);
    padding: 4px 6px 4px 14px;
    border: 1px solid var(--fp-line);
    border-radius: 12px;
    background: var(--fp-surface);
    box-shadow: 0 4px 16px rgb(10 25 45 / 12%);
  }
  .selection strong {
    max-width: 160px;
    margin-inline-end: 6px;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .act {
    display: inline-flex;
    align-items: center;
    gap: 5px;
    min-width: 34px;
    height: 34px;
    padding: 0 7px;
    border: 0;
    border-radius: 8px;
    background: none;
    font-size: 13px;
    white-space: nowrap;
  }
  .act .icon {
    width: 18px;
    height: 18px;
  }
  .welcome {
    position: absolute;
    left: 50%;
    bottom: 12%;
    translate: -50% 0;
    width: max-content;
    max-width: calc(100% - 32px);
    padding: 14px 20px;
    border-radius: 14px;
    border: 1px solid var(--fp-line);
    background: var(--fp-surface);
    text-align: center;
    pointer-events: none;
  }
  .welcome strong {
    display: block;
    font-size: 16px;
  }
`;
