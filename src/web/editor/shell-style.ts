import { css } from "lit";
import { focusStyle } from "../ui/dialog.ts";

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
    --ring: var(--fp-accent);
    --fp-ground: light-dark(#f1f4f4, #0f1719);
    display: grid;
    grid-template: auto minmax(0, 1fr) auto / auto minmax(0, 1fr) 340px;
    grid-template-areas: "bar bar bar" "palette stage side" "status status status";
    height: 100%;
    overflow: hidden;
    color: var(--fp-text);
    background: var(--fp-surface);
    font:
      14px/1.45 system-ui,
      sans-serif;
  }
  :host([data-look="day"]) {
    color-scheme: light;
  }
  :host([data-look="night"]) {
    color-scheme: dark;
  }
  :host([data-alone]) .back {
    display: none;
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
  ${focusStyle}
  .icon {
    display: block;
    flex: none;
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
