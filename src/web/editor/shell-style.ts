import { css } from "lit";

/** How the editor is laid out, and the colours that its parts share. */
export const shellStyle = css`
  :host {
    color-scheme: light dark;
    --fp-text: light-dark(#17262a, #e6eeee);
    --fp-muted: light-dark(#4c6066, #a7b8bb);
    --fp-line: light-dark(#d3dcdd, #35464a);
    --fp-surface: light-dark(#fff, #182326);
    --fp-field: light-dark(#fff, #10191b);
    --fp-soft: light-dark(#e9f0f0, #25353a);
    --fp-accent: light-dark(#14616b, #7fd1dc);
    --fp-on-accent: light-dark(#fff, #08292e);
    --fp-ground: light-dark(#f1f4f4, #0f1719);
    display: grid;
    grid-template: auto auto minmax(0, 1fr) auto / auto minmax(0, 1fr) 320px;
    grid-template-areas: "bar bar bar" "notices notices notices" "palette stage side" "status status status";
    height: 100%;
    overflow: hidden;
    color: var(--fp-text);
    background: var(--fp-surface);
    font:
      14px/1.45 system-ui,
      sans-serif;
  }
  :host([hidden]) {
    display: none;
  }
  * {
    box-sizing: border-box;
  }
  button,
  .tool {
    font: inherit;
    color: inherit;
    cursor: pointer;
  }
  :focus-visible {
    outline: 2px solid var(--fp-accent);
    outline-offset: 1px;
  }
  .icon {
    display: block;
    flex: none;
  }
  .bar {
    grid-area: bar;
    display: flex;
    align-items: center;
    gap: 6px;
    padding: 6px 10px;
    border-bottom: 1px solid var(--fp-line);
    min-width: 0;
  }
  .group {
    display: flex;
    gap: 2px;
    padding-inline-end: 6px;
    border-inline-end: 1px solid var(--fp-line);
  }
  floorplan-levels {
    flex: 1;
    min-width: 0;
  }
  .tool {
    display: inline-flex;
    align-items: center;
    justify-content: center;
    gap: 6px;
    min-width: 38px;
    height: 38px;
    padding: 0 7px;
    border: 1px solid transparent;
    border-radius: 9px;
    background: none;
  }
  .tool:hover:not(:disabled),
  .choice:hover,
  .act:hover {
    background: var(--fp-soft);
  }
  .tool:disabled {
    opacity: 0.38;
    cursor: default;
  }
  .tool[aria-pressed="true"],
  .choice[aria-pressed="true"] {
    background: color-mix(in srgb, var(--fp-accent) 14%, var(--fp-surface));
    color: var(--fp-accent);
    font-weight: 600;
  }
  .save {
    display: flex;
    align-items: center;
    gap: 10px;
    margin-inline-start: 6px;
  }
  .state {
    color: var(--fp-muted);
    font-size: 13px;
    white-space: nowrap;
  }
  .state.dirty,
  .state.awayDirty,
  .state.conflicts {
    color: light-dark(#8a4b00, #ffc26b);
    font-weight: 600;
  }
  .main {
    min-height: 38px;
    padding: 0 16px;
    border: 0;
    border-radius: 9px;
    background: var(--fp-accent);
    color: var(--fp-on-accent);
    font-weight: 600;
  }
  .main:disabled {
    background: var(--fp-soft);
    color: var(--fp-muted);
    cursor: default;
  }
  floorplan-notices {
    grid-area: notices;
  }
  main {
    display: contents;
  }
  .palette {
    grid-area: palette;
    display: flex;
    flex-direction: column;
    gap: 6px;
    width: 92px;
    padding: 8px 6px;
    border-inline-end: 1px solid var(--fp-line);
    overflow-y: auto;
  }
  .family {
    display: grid;
    gap: 2px;
    padding-bottom: 6px;
    border-bottom: 1px solid var(--fp-line);
  }
  .family:last-child {
    border: 0;
  }
  .choice {
    display: grid;
    justify-items: center;
    align-content: center;
    gap: 2px;
    min-height: 50px;
    padding: 5px 2px;
    border: 0;
    border-radius: 9px;
    background: none;
    font-size: 12px;
    line-height: 1.15;
  }
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
  .pieces {
    position: absolute;
    inset-block: 10px;
    inset-inline-start: 10px;
    width: 216px;
    padding: 12px;
    overflow-y: auto;
    border: 1px solid var(--fp-line);
    border-radius: 12px;
    background: var(--fp-surface);
    box-shadow: 0 6px 22px rgb(10 25 45 / 14%);
  }
  .pieces h2 {
    margin: 0 0 8px;
    font-size: 14px;
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
    overflow-wrap: anywhere;
  }
  .piece:hover {
    border-color: var(--fp-accent);
  }
  .piece[aria-pressed="true"] {
    border-color: var(--fp-accent);
    box-shadow: inset 0 0 0 1px var(--fp-accent);
    font-weight: 600;
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
  .side {
    grid-area: side;
    display: flex;
    flex-direction: column;
    min-height: 0;
    border-inline-start: 1px solid var(--fp-line);
    background: var(--fp-surface);
  }
  .tabs {
    display: flex;
    align-items: start;
    border-bottom: 1px solid var(--fp-line);
    padding: 6px 8px;
  }
  [role="tablist"] {
    flex: 1;
    display: flex;
    flex-wrap: wrap;
    gap: 2px;
  }
  [role="tab"] {
    min-height: 30px;
    padding: 2px 10px;
    border: 0;
    border-radius: 8px;
    background: none;
    color: var(--fp-muted);
    font-size: 13px;
  }
  [role="tab"][aria-selected="true"] {
    background: var(--fp-soft);
    color: var(--fp-text);
    font-weight: 600;
  }
  .panel {
    flex: 1;
    min-height: 0;
    overflow: auto;
  }
  .panel:focus-visible {
    outline-offset: -2px;
  }
  .status {
    grid-area: status;
    display: flex;
    gap: 16px;
    justify-content: space-between;
    padding: 5px 14px;
    border-top: 1px solid var(--fp-line);
    color: var(--fp-muted);
    font-size: 13px;
    min-height: 31px;
  }
  .status .hint {
    color: var(--fp-text);
  }
  .narrow {
    display: none;
  }
  .help {
    width: min(760px, calc(100vw - 24px));
    max-height: calc(100dvh - 40px);
    padding: 8px 22px 24px;
    border: 1px solid var(--fp-line);
    border-radius: 14px;
    background: var(--fp-surface);
    color: inherit;
  }
  .help::backdrop {
    background: rgb(0 0 0 / 45%);
  }
  .help header {
    display: flex;
    align-items: center;
    justify-content: space-between;
  }
  .help h2 {
    font-size: 18px;
  }
  .help h3 {
    margin: 12px 0 6px;
    font-size: 13px;
    color: var(--fp-muted);
  }
  .columns {
    columns: 2 260px;
    column-gap: 32px;
  }
  .columns section {
    break-inside: avoid;
  }
  dl {
    margin: 0;
  }
  dl div {
    display: flex;
    gap: 10px;
    padding: 3px 0;
  }
  dt {
    flex: 0 0 116px;
    display: flex;
    flex-wrap: wrap;
    gap: 3px;
    align-content: start;
  }
  dd {
    margin: 0;
  }
  kbd {
    padding: 0 6px;
    border: 1px solid var(--fp-line);
    border-bottom-width: 2px;
    border-radius: 6px;
    background: var(--fp-soft);
    font:
      600 12px/20px system-ui,
      sans-serif;
  }
  .unseen {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
  @media (max-width: 1180px) {
    .selection .word,
    .bar .word {
      display: none;
    }
  }
  @media (max-width: 700px) {
    :host {
      grid-template: auto auto minmax(0, 1fr) auto auto / minmax(0, 1fr);
      grid-template-areas: "bar" "notices" "stage" "status" "palette";
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
    .bar floorplan-levels {
      order: 9;
      flex: 1 1 34%;
    }
    .bar .roomy {
      display: none;
    }
    .save {
      order: 10;
      justify-content: flex-end;
      gap: 6px;
      margin: 0;
    }
    .save .state {
      font-size: 12px;
      white-space: normal;
      text-align: end;
      line-height: 1.15;
    }
    .narrow {
      display: inline-flex;
    }
    .palette {
      flex-direction: row;
      width: auto;
      gap: 2px;
      padding: 4px;
      overflow: auto hidden;
      border: 0;
      border-top: 1px solid var(--fp-line);
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
    .status {
      padding: 4px 10px;
      font-size: 12.5px;
    }
    .status .said {
      display: none;
    }
    .welcome {
      bottom: 6%;
    }
  }
  @media (prefers-reduced-motion: no-preference) {
    .tool,
    .choice,
    .piece {
      transition: background-color 0.12s;
    }
  }
`;
