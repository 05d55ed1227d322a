import { css } from "lit";

/** Styles of the drawing and what lies over it. */
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
    overflow: auto hidden;
    scrollbar-width: none;
    padding: 4px 6px 4px 14px;
    border: 1px solid var(--fp-line);
    border-radius: 12px;
    background: var(--fp-surface);
    box-shadow: 0 4px 16px rgb(10 25 45 / 12%);
  }
  .selection strong {
    flex: 0 1 auto;
    min-width: 24px;
    max-width: 160px;
    margin-inline-end: 6px;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .selection .size {
    margin-inline-end: 8px;
    color: var(--fp-muted);
    font-size: 13px;
    white-space: nowrap;
  }
  .selection.away {
    visibility: hidden;
  }
  .selection.short .size,
  .act.spare {
    display: none;
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
  .welcome p {
    margin: 0 0 8px;
  }
  .welcome button {
    min-height: 36px;
    padding: 5px 14px;
    border: 1px solid var(--fp-line);
    border-radius: 8px;
    background: var(--fp-field);
    pointer-events: auto;
  }
  .pieces {
    position: absolute;
    inset-block: 10px;
    inset-inline-start: 10px;
    width: 244px;
    padding: 0 12px 12px;
    overflow-y: auto;
    border: 1px solid var(--fp-line);
    border-radius: 12px;
    background: var(--fp-surface);
    box-shadow: 0 6px 22px rgb(10 25 45 / 14%);
  }
  .pieces .top {
    position: sticky;
    top: 0;
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto;
    align-items: center;
    gap: 0 8px;
    margin-inline: -12px;
    padding: 4px 4px 8px 12px;
    background: var(--fp-surface);
    z-index: 1;
  }
  .pieces h2 {
    margin: 0;
    font-size: 14px;
    line-height: 1.25;
  }
  .pieces .close {
    min-width: 44px;
    height: 44px;
  }
  .pieces input {
    grid-column: 1 / -1;
    box-sizing: border-box;
    width: calc(100% - 8px);
    min-height: 36px;
    padding: 5px 10px;
    border: 1px solid light-dark(#8b98a6, #66727f);
    border-radius: 8px;
    background: var(--fp-field);
    color: inherit;
    font: inherit;
    font-size: 16px;
  }
  .pieces h3 {
    margin: 12px 0 4px;
    font-size: 12px;
    color: var(--fp-muted);
  }
  .shelf {
    display: grid;
    grid-template-columns: repeat(2, 1fr);
    gap: 4px;
  }
  .piece {
    display: grid;
    justify-items: center;
    gap: 3px;
    padding: 8px 2px 6px;
    border: 1px solid transparent;
    border-radius: 9px;
    background: var(--fp-soft);
    font-size: 12px;
    line-height: 1.2;
    hyphens: auto;
    overflow-wrap: break-word;
  }
  .piece {
    touch-action: pan-y;
    user-select: none;
    -webkit-user-select: none;
    -webkit-touch-callout: none;
  }
  .piece.picked {
    border-color: var(--fp-accent);
    box-shadow: 0 6px 18px rgb(10 25 45 / 24%);
  }
  .piece .plan {
    width: 60px;
    height: 60px;
  }
  .piece > .icon {
    box-sizing: border-box;
    width: 60px;
    height: 60px;
    padding: 14px;
  }
  /* A single piece has no floor as background. */
  .piece .plan > * {
    --plan-piece: light-dark(#fff, #667486);
    --plan-piece-soft: light-dark(#f0ece5, #78879a);
    --plan-line: light-dark(#6f757d, #c3ccd6);
    --plan-badge: light-dark(#fff, #3d4854);
    --plan-badge-ink: light-dark(#3c444d, #f0f3f6);
  }
  .piece:hover {
    border-color: var(--fp-accent);
  }
  /* Notices are in a corner, to keep the middle of the drawing and the selection bar free. */
  floorplan-notices {
    grid-area: stage;
    z-index: 4;
    align-self: end;
    justify-self: end;
    width: min(404px, 100%);
    max-height: calc(100% - 66px);
    overflow: auto;
    pointer-events: none;
  }
  /* Beside the sheet. */
  @container (min-width: 600px) and (max-width: 1000px) {
    :host([data-panel]) floorplan-notices {
      justify-self: start;
      width: min(404px, 38%);
    }
  }
  @container (max-width: 599.98px) {
    floorplan-notices {
      width: 100%;
      max-height: 50%;
    }
    /* There is little space between bar and panel, so notices cover the selection bar. */
    :host([data-panel]) floorplan-notices {
      align-self: start;
      max-height: max(96px, 38dvh - 110px);
      margin-top: 10px;
    }
  }
`;
