import { nothing, svg, type SVGTemplateResult } from "lit";
import { AsyncDirective } from "lit/async-directive.js";
import { directive } from "lit/directive.js";
import { short } from "../../../geometry/shapes.ts";
import type { IconShape, IconSource } from "../options.ts";

/** The side of the grid on which icons are drawn. */
const grid = 24;

/** What brings another grid to the usual one. */
const fitted = (viewBox: string | undefined): string | undefined => {
  if (viewBox === undefined) return undefined;
  const [left = 0, top = 0, width = grid, height = grid] = viewBox.split(/[\s,]+/).map(Number);
  const scale = grid / Math.max(width, height);
  return Number.isFinite(scale + left + top) && scale > 0
    ? `scale(${scale.toFixed(5)}) translate(${short(-left)} ${short(-top)})`
    : undefined;
};

const drawn = ({ path, secondary, viewBox }: IconShape): SVGTemplateResult => {
  const back = secondary === undefined ? nothing : svg`<path d=${secondary} opacity="0.5"></path>`;
  return svg`<g transform=${fitted(viewBox) ?? nothing}><path d=${path}></path>${back}</g>`;
};

/** An icon that is wanted, where from, and what is drawn where there is none. */
interface Wanted {
  readonly name: string;
  readonly source: IconSource;
  readonly otherwise: SVGTemplateResult;
}

class ShapeDirective extends AsyncDirective {
  #wanted: Wanted | undefined;
  #awaited: Promise<IconShape | undefined> | undefined;
  /** Ends the wait for an icon that there is not. */
  #wait: AbortController | undefined;

  override render(name: string, source: IconSource, otherwise: SVGTemplateResult): unknown {
    const isOther = name !== this.#wanted?.name || source !== this.#wanted.source;
    if (isOther) this.disconnected();
    const wanted = { name, source, otherwise };
    this.#wanted = wanted;
    const found = source(name);
    if (!(found instanceof Promise)) {
      this.#awaited = undefined;
      return this.#view(wanted, found);
    }
    if (found !== this.#awaited) void this.#drawLater(wanted, found);
    return nothing;
  }

  protected override disconnected(): void {
    this.#wait?.abort();
    this.#wait = undefined;
  }

  protected override reconnected(): void {
    this.#wait = undefined;
    if (this.#wanted !== undefined) this.#askAgain(this.#wanted);
  }

  #view({ name, source, otherwise }: Wanted, shape: IconShape | undefined): SVGTemplateResult {
    if (shape !== undefined) {
      this.disconnected();
      return drawn(shape);
    }
    if (this.isConnected && this.#wait === undefined) {
      this.#wait = new AbortController();
      source.whenThere?.(name, () => this.reconnected(), this.#wait.signal);
    }
    return otherwise;
  }

  #askAgain(wanted: Wanted): void {
    const found = wanted.source(wanted.name);
    if (!(found instanceof Promise)) this.setValue(this.#view(wanted, found));
    else if (found !== this.#awaited) void this.#drawLater(wanted, found);
  }

  async #drawLater(wanted: Wanted, coming: Promise<IconShape | undefined>): Promise<void> {
    this.#awaited = coming;
    const shape = await coming.catch(() => undefined);
    // Another icon may be wanted by now.
    if (this.#awaited !== coming) return;
    this.#awaited = undefined;
    this.setValue(this.#view(this.#wanted ?? wanted, shape));
  }
}

/** Draws an icon on a grid of 24 as soon as its shape is here; what is drawn otherwise where there is no such icon. */
export const iconShape = directive(ShapeDirective);
