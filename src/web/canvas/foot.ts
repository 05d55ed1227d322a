import { css, html, nothing, type TemplateResult } from "lit";
import type { Box } from "../../model/geometry/polygon.ts";
import type { MeasureMode } from "../../model/editing/measured-lengths.ts";
import type { Viewport } from "../renderer/viewport.ts";
import { browserChoice, type Finish, finishChoice } from "../ui/browser-choice.ts";
import type { EditorContext } from "./component.ts";
import { type ScreenSize, shownImage } from "./fit-view.ts";
import type { EditorView, OuterWalls } from "./view-state.ts";

/** Inner measures come first, as a tape measure gives them. */
const measures = browserChoice<MeasureMode>("floorplan-measures", ["inner", "centre"]);

/** Full walls come first, as the panel says their thickness, and the view shows it. */
const outerWalls = browserChoice<OuterWalls>("floorplan-outer-walls", ["full", "thin"]);

/** What the switches of the foot were set to in this browser. */
export const storedSwitches = (): {
  readonly measures: MeasureMode;
  readonly outerWalls: OuterWalls;
  readonly finish: Finish;
} => ({
  measures: measures.stored(),
  outerWalls: outerWalls.stored(),
  finish: finishChoice.stored(),
});

/** Follows what the switches are set to in another tab, until the returned function is called. */
export const followSwitches = (view: EditorView): (() => void) => {
  const ends = [
    measures.follow((chosen) => view.update({ measures: chosen })),
    outerWalls.follow((chosen) => view.update({ outerWalls: chosen })),
    finishChoice.follow((finish) => view.update({ finish })),
  ];
  return () => {
    for (const end of ends) end();
  };
};

/** A button that shows a choice in words, and switches to the other value. */
const switchButton = (words: string, explained: string, click: () => void): TemplateResult =>
  html`<button class="switch" title=${explained} @click=${click}>${words}</button>`;

const measuresSwitch = ({ view, texts, say }: EditorContext): TemplateResult => {
  const { modes, chosen } = texts.measures;
  const now = view.state.measures;
  return switchButton(modes[now], chosen[now], () => {
    const next = now === "inner" ? "centre" : "inner";
    view.update({ measures: next });
    measures.store(next);
    say(chosen[next]);
  });
};

const outerWallsSwitch = ({ view, texts, say }: EditorContext): TemplateResult => {
  const { modes, chosen } = texts.measures.outerWalls;
  const now = view.state.outerWalls;
  return switchButton(modes[now], chosen[now], () => {
    const next = now === "full" ? "thin" : "full";
    view.update({ outerWalls: next });
    outerWalls.store(next);
    say(chosen[next]);
  });
};

const finishSwitch = ({ view, texts, say }: EditorContext): TemplateResult => {
  const { modes, chosen } = texts.measures.finish;
  const now = view.state.finish;
  return switchButton(modes[now], chosen[now], () => {
    const next = now === "materials" ? "plain" : "materials";
    view.update({ finish: next });
    finishChoice.store(next);
    say(chosen[next]);
  });
};

/** Possible lengths of the scale bar in metres. */
const steps = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50];

const scaleBar = (viewport: Viewport, language: string): TemplateResult => {
  const length = steps.find((step) => step * viewport.scale >= 40) ?? 100;
  return html`<div class="scale" aria-hidden="true" .style=${`width:${length * viewport.scale}px`}>
    ${length.toLocaleString(language)} m
  </div>`;
};

/** Pixels between the foot and the left and the bottom edge of the canvas. */
const [fromLeft, fromBottom] = [14, 8];

/** Where a foot of a size is on a canvas of a size, in pixels. */
export const boxOfFoot = ({ width, height }: ScreenSize, canvas: ScreenSize): Box => ({
  left: 0,
  top: canvas.height - height,
  width,
  height,
});

/**
 * The pixels of the canvas that its foot takes, at its left and bottom. A foot that gets smaller, as its scale bar does by
 * zooming, counts as before until it is measured again: a fitted view would change it in turn.
 */
export class FootSpace {
  readonly #changed: () => void;
  readonly #resizing = new ResizeObserver(() => this.#take());
  #foot: Element | undefined;
  #size: ScreenSize = { width: 0, height: 0 };

  /** `changed` is called when it has grown. */
  constructor(changed: () => void) {
    this.#changed = changed;
  }

  get size(): ScreenSize {
    return this.#size;
  }

  /** Follows the foot within a canvas. */
  follow(canvas: ParentNode): void {
    // Not by a selector, which would look through all of the drawing.
    const foot = [...canvas.children].find((each) => each.matches(".foot"));
    if (foot === this.#foot) return;
    this.#resizing.disconnect();
    this.#foot = foot;
    if (foot !== undefined) this.#resizing.observe(foot);
  }

  /** Takes its size as it is now; returns whether that is another one. */
  measure(): boolean {
    const before = this.#size;
    this.#size = this.#measured;
    return before.width !== this.#size.width || before.height !== this.#size.height;
  }

  get #measured(): ScreenSize {
    const { width = 0, height = 0 } = this.#foot?.getBoundingClientRect() ?? {};
    return { width: width + fromLeft, height: height + fromBottom };
  }

  #take(): void {
    const [before, { width, height }] = [this.#size, this.#measured];
    if (width <= before.width && height <= before.height) return;
    this.#size = {
      width: Math.max(width, before.width),
      height: Math.max(height, before.height),
    };
    this.#changed();
  }
}

/** The foot of the canvas: a scale bar, switches of what is drawn, and notes, in the part that is not covered at the right. */
export const drawFoot = (
  context: EditorContext,
  viewport: Viewport,
  covered: number,
): TemplateResult => {
  const { session, view, texts, language } = context;
  const { level, isSnapping } = view.state;
  const hasImage = shownImage(session.state.plan, level) !== undefined;
  return html`<div class="foot" .style=${`max-width:calc(100% - ${fromLeft * 2 + covered}px)`}>
    ${scaleBar(viewport, language)} ${measuresSwitch(context)}
    ${hasImage ? outerWallsSwitch(context) : finishSwitch(context)}
    ${hasImage && isSnapping ? html`<span class="note">${texts.editor.noGrid}</span>` : nothing}
  </div>`;
};

/** Styles of the foot. */
export const footStyle = css`
  .foot {
    position: absolute;
    inset-inline-start: ${fromLeft}px;
    bottom: ${fromBottom}px;
    display: flex;
    align-items: end;
    flex-wrap: wrap;
    gap: 4px 10px;
    pointer-events: none;
  }
  .foot :is(.note, .switch) {
    box-sizing: border-box;
    min-height: 26px;
    padding: 4px 10px;
    border-radius: 13px;
    background: light-dark(#fff, #1c242d);
    color: light-dark(#3d4956, #c3ced9);
    font:
      12px/1.3 system-ui,
      sans-serif;
  }
  .foot .switch {
    pointer-events: auto;
    padding: 2px 10px;
    border: 1px solid light-dark(#c6cfd9, #3a4653);
    cursor: pointer;
  }
  .foot .switch:focus-visible {
    outline: 2px solid var(--mark);
    outline-offset: 1px;
  }
  .scale {
    flex: none;
    margin-bottom: 4px;
    box-sizing: border-box;
    padding-bottom: 2px;
    border: solid light-dark(#586675, #a3b0be);
    border-width: 0 1.5px 1.5px;
    color: light-dark(#4a5766, #a3b0be);
    font:
      11.5px/1.3 system-ui,
      sans-serif;
    text-align: center;
    /* Readable over walls, too. */
    background: light-dark(rgb(255 255 255 / 82%), rgb(18 23 29 / 82%));
    pointer-events: none;
  }
`;
