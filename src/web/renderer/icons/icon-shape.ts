import { html, noChange, nothing, svg, type SVGTemplateResult, type TemplateResult } from "lit";
import { AsyncDirective } from "lit/async-directive.js";
import { directive } from "lit/directive.js";
import { svgNumber } from "../../../model/geometry/svg-path.ts";
import { deviceSigns } from "../../../model/kinds/catalogue/devices.ts";
import type { FoundIcon, IconShape, IconSource } from "../options.ts";

/** The side of the grid on which icons are drawn. */
const grid = 24;

/** What brings another grid to the usual one. */
const fitted = (viewBox: string | undefined): string | undefined => {
  if (viewBox === undefined) return undefined;
  const [left = 0, top = 0, width = grid, height = grid] = viewBox.split(/[\s,]+/).map(Number);
  const scale = grid / Math.max(width, height);
  return Number.isFinite(scale + left + top) && scale > 0
    ? `scale(${scale.toFixed(5)}) translate(${svgNumber(-left)} ${svgNumber(-top)})`
    : undefined;
};

const drawn = ({ path, secondary, viewBox }: IconShape): SVGTemplateResult => {
  const back = secondary === undefined ? nothing : svg`<path d=${secondary} opacity="0.5"></path>`;
  return svg`<g transform=${fitted(viewBox) ?? nothing}><path d=${path}></path>${back}</g>`;
};

/** An icon that is wanted, where from, and what is drawn where there is none. */
interface IconRequest {
  readonly name: string;
  readonly source: IconSource;
  readonly otherwise: SVGTemplateResult;
}

class ShapeDirective extends AsyncDirective {
  #wanted: IconRequest | undefined;
  #awaited: Promise<FoundIcon> | undefined;
  /** Ends the wait for an icon that there is not yet. */
  #wait: AbortController | undefined;

  override render(name: string, source: IconSource, otherwise: SVGTemplateResult): unknown {
    if (name !== this.#wanted?.name || source !== this.#wanted.source) this.disconnected();
    this.#wanted = { name, source, otherwise };
    return this.#now(nothing);
  }

  protected override disconnected(): void {
    this.#wait?.abort();
    this.#wait = undefined;
  }

  protected override reconnected(): void {
    this.setValue(this.#now(noChange));
  }

  /** What is to be seen of the icon: what is so `meanwhile`, where it is still to come. */
  #now(meanwhile: unknown): unknown {
    const found = this.#wanted?.source(this.#wanted.name);
    if (!(found instanceof Promise)) {
      this.#awaited = undefined;
      return this.#view(found);
    }
    if (found === this.#awaited) return noChange;
    void this.#drawLater(found);
    return meanwhile;
  }

  #view(shape: FoundIcon): SVGTemplateResult | undefined {
    if (shape) {
      this.disconnected();
      return drawn(shape);
    }
    const wanted = this.#wanted;
    if (shape === null && this.isConnected && this.#wait === undefined) {
      this.#wait = new AbortController();
      wanted?.source.whenThere?.(wanted.name, () => this.reconnected(), this.#wait.signal);
    }
    return wanted?.otherwise;
  }

  async #drawLater(coming: Promise<FoundIcon>): Promise<void> {
    this.#awaited = coming;
    const shape = await coming.catch(() => undefined);
    // Another icon may be wanted by now.
    if (this.#awaited === coming) this.setValue(this.#view(shape));
  }
}

/** Draws an icon on a grid of 24 as soon as its shape is here; what is drawn otherwise where there is no such icon. */
export const iconShape = directive(ShapeDirective);

/**
 * A source that asks once for each icon, and has its shape at hand from then on. One that could not be asked for is
 * asked for again; of `null`, one that there is not yet, once `whenThere` has told that there may be one.
 */
export const cachedIcons = (
  get: (name: string) => Promise<FoundIcon>,
  whenThere?: IconSource["whenThere"],
): IconSource => {
  const known = new Map<string, ReturnType<IconSource>>();
  const source: IconSource = (name) => {
    if (!known.has(name)) {
      const asked = get(name);
      known.set(name, asked);
      void asked.then(
        (shape) => known.set(name, shape),
        () => known.delete(name),
      );
    }
    return known.get(name);
  };
  return Object.assign(source, {
    whenThere: (name: string, listener: () => void, over: AbortSignal) => {
      const told = (): void => {
        // Another one who waited may have asked for it already.
        if (known.get(name) === null) known.delete(name);
        listener();
      };
      whenThere?.(name, told, over);
    },
  });
};

/** An icon by its name for a page, on a grid of 24, in the color of the text around it; a neutral sign where there is no such one. */
export const iconView = (name: string, icons: IconSource): TemplateResult => {
  const neutral = svg`<path d=${deviceSigns.generic.icon} fill="none" stroke="currentColor" stroke-width="1.9"></path>`;
  return html`<svg
    viewBox="0 0 24 24"
    width="22"
    height="22"
    fill="currentColor"
    aria-hidden="true"
  >
    ${iconShape(name, icons, neutral)}
  </svg>`;
};
