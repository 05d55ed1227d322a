import { css } from "lit";
import { focusStyle } from "../../ui/dialog.ts";
import { editedDrawingStyle } from "../../renderer/style-editing.ts";
import { barStyle } from "./top-bar.ts";
import { fadingStyle } from "./fading.ts";
import { helpStyle } from "./help.ts";
import { panelSheetStyle } from "./panel-sheet.ts";
import { sideStyle } from "../inspector/side-panel.ts";
import { stageStyle } from "./stage-style.ts";

/** Styles for narrow editors: labels are hidden, the panels become a sheet, and on a phone the tools are below. */
const narrowStyle = css`
  @container (min-width: 1000.02px) {
    .narrow {
      display: none;
    }
  }
  @container (max-width: 1180px) {
    .selection .word,
    .bar .word {
      display: none;
    }
  }
  @container (max-width: 1000px) {
    .layout {
      grid-template-rows: auto minmax(0, 1fr) 38px;
      grid-template-columns: auto minmax(0, 1fr);
      grid-template-areas: "bar bar" "palette stage" "status status";
    }
    /* In two lines, which leaves the floors their room. */
    .save .state {
      max-width: 12ch;
      white-space: normal;
      text-align: end;
      line-height: 1.1;
    }
    /* Room for two lines, so that the drawing does not jump with the hint. */
    .status {
      align-items: center;
      min-height: 38px;
      padding-block: 2px;
      line-height: 1.25;
    }
  }
  @container (max-width: 800px) {
    .bar .roomy {
      display: none;
    }
  }
  @container (max-width: 599.98px) {
    .layout {
      grid-template: auto minmax(0, 1fr) 50px auto / minmax(0, 1fr);
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
    .bar .tool {
      min-width: 40px;
      height: 44px;
    }
    /* First row: back, undo, panels and save; below: floors and other editors. */
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
      max-width: none;
      font-size: 12px;
    }
    .save .main {
      flex: none;
      padding: 0 12px;
    }
    .bar floorplan-levels {
      order: 8;
      flex: 1 1 60px;
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
      flex: none;
      grid-auto-flow: column;
      padding: 0 4px 0 0;
      border: 0;
      border-inline-end: 1px solid var(--fp-line);
    }
    .choice {
      min-width: 74px;
      padding-inline: 6px;
    }
    .choice span {
      max-width: 84px;
    }
    .pieces {
      inset: auto 0 0 0;
      width: auto;
      max-height: 46%;
      border-radius: 14px 14px 0 0;
    }
    .shelf {
      grid-template-columns: repeat(auto-fill, minmax(100px, 1fr));
    }
    /* Room for the longest hint, so that the drawing does not jump. */
    .status {
      align-items: center;
      min-height: 50px;
      padding: 2px 10px;
      font-size: 12.5px;
      line-height: 1.25;
    }
    .status:has(.said:not(:empty)) .hint {
      display: none;
    }
    .welcome {
      bottom: 6%;
    }
  }
`;

/** Layout of the editor, and the shared colours. */
const shellStyle = css`
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
    display: block;
    /* Its own size counts and not the window's, a part of which is a sidebar in Home Assistant. */
    container-type: size;
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
  .layout {
    position: relative;
    display: grid;
    grid-template: auto minmax(0, 1fr) 31px / auto minmax(0, 1fr) 392px;
    grid-template-areas: "bar bar bar" "palette stage side" "status status status";
    height: 100%;
    overflow: hidden;
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
    font-size: 11.5px;
    line-height: 1.2;
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
    /* Further lines lie over the drawing, which does not jump. */
    position: relative;
    z-index: 1;
    align-self: end;
    box-sizing: border-box;
    min-height: 31px;
    background: var(--fp-surface);
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

/** Styles of the editor; those for narrow screens come last. */
export const editorStyle = [
  editedDrawingStyle,
  shellStyle,
  barStyle,
  stageStyle,
  sideStyle,
  panelSheetStyle,
  helpStyle,
  fadingStyle,
  narrowStyle,
];
