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
    grid-template: auto minmax(0, 1fr) auto / auto minmax(0, 1fr) 320px;
    grid-template-areas: "bar bar bar" "palette stage side" "status status status";
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
  /* Over the drawing, which stays where it is when a notice comes or goes; below the bar of a selection. */
  floorplan-notices {
    grid-area: stage;
    z-index: 4;
    align-self: start;
    justify-self: center;
    width: min(640px, 100% - 20px);
    max-height: calc(100% - 20px);
    margin-top: 10px;
    overflow: auto;
    pointer-events: none;
  }
  floorplan-notices:has(~ main .selection) {
    max-height: calc(100% - 72px);
    margin-top: 62px;
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
  .unseen {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
  @media (prefers-reduced-motion: no-preference) {
    .tool,
    .choice,
    .piece {
      transition: background-color 0.12s;
    }
  }
`;
