import { html, noChange, nothing, svg, type SVGTemplateResult, type TemplateResult } from "lit";
import { AsyncDirective } from "lit/async-directive.js";
import { directive } from "lit/directive.js";
import { svgNumber } from "../../../model/geometry/svg-path.ts";
import { genericSign } from "../../../model/kinds/catalogue/device-names.ts";
import type { FoundIcon, IconShape, IconSource } from "../options.ts";

/** Side of the icon grid. */
const grid = 24;

/** The transform from another grid to the usual one. */
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

/** An icon, its source, and the fallback. */
interface IconRequest {
  readonly name: string;
  readonly source: IconSource;
  readonly otherwise: SVGTemplateResult;
}

class ShapeDirective extends AsyncDirective {
  #wanted: IconRequest | undefined;
  #awaited: Promise<FoundIcon> | undefined;
  /** Aborts the wait for an icon that does not exist yet. */
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

  /** What to show now: `meanwhile` if the icon is still loading. */
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
    // The icon may have changed meanwhile.
    if (this.#awaited === coming) this.setValue(this.#view(shape));
  }
}

/** Draws an icon on a grid of 24 once its shape is loaded, or the fallback if there is no such icon. */
export const iconShape = directive(ShapeDirective);

/**
 * A source that requests each icon once and caches its shape. Failed requests are retried; a `null` icon is requested
 * again once `whenThere` reports that it may exist.
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
        // Another listener may have requested it already.
        if (known.get(name) === null) known.delete(name);
        listener();
      };
      whenThere?.(name, told, over);
    },
  });
};

/** An icon by name for a page, on a grid of 24 and in the text's colour; a neutral sign if there is no such icon. */
export const iconView = (name: string, icons: IconSource): TemplateResult => {
  const neutral = svg`<path d=${genericSign} fill="none" stroke="currentColor" stroke-width="1.9"></path>`;
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
