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

class ShapeDirective extends AsyncDirective {
  #awaited: Promise<IconShape | undefined> | undefined;

  override render(name: string, source: IconSource, otherwise: SVGTemplateResult): unknown {
    const found = source(name);
    if (!(found instanceof Promise)) {
      this.#awaited = undefined;
      return found === undefined ? otherwise : drawn(found);
    }
    if (found !== this.#awaited) void this.#drawLater(found, otherwise);
    return nothing;
  }

  async #drawLater(
    coming: Promise<IconShape | undefined>,
    otherwise: SVGTemplateResult,
  ): Promise<void> {
    this.#awaited = coming;
    const shape = await coming.catch(() => undefined);
    // Another icon may be wanted by now.
    if (this.#awaited !== coming) return;
    this.#awaited = undefined;
    this.setValue(shape === undefined ? otherwise : drawn(shape));
  }
}

/** Draws an icon on a grid of 24 as soon as its shape is here; what is drawn otherwise where there is no such icon. */
export const iconShape = directive(ShapeDirective);
