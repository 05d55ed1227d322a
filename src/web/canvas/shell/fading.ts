import { css, noChange } from "lit";
import { AsyncDirective } from "lit/async-directive.js";
import { directive, type ElementPart } from "lit/directive.js";

/** The chosen item of a strip. */
const chosen = '[aria-selected="true"], [aria-pressed="true"]';

/**
 * Sets `data-more` on a horizontally scrolling strip to the ends with more content (`before`, `after`, or both), and
 * scrolls to its chosen item when that changes.
 */
class Fading extends AsyncDirective {
  #strip: Element | undefined;
  #chosen: Element | null = null;
  readonly #sizes = new ResizeObserver(() => this.#measure());

  render(): typeof noChange {
    return noChange;
  }

  override update({ element }: ElementPart): typeof noChange {
    if (this.#strip === undefined) this.#follow(element);
    // The content is rendered after this.
    queueMicrotask(() => this.#reveal());
    return noChange;
  }

  override disconnected(): void {
    this.#sizes.disconnect();
    this.#strip?.removeEventListener("scroll", this.#measure);
  }

  override reconnected(): void {
    if (this.#strip !== undefined) this.#follow(this.#strip);
  }

  #follow(strip: Element): void {
    this.#strip = strip;
    strip.addEventListener("scroll", this.#measure, { passive: true });
    this.#sizes.observe(strip);
  }

  #reveal(): void {
    const strip = this.#strip;
    if (strip === undefined) return;
    // Changes of their sizes are told once the page is laid out, which to ask for here would make it do.
    for (const item of strip.children) this.#sizes.observe(item);
    const now = strip.querySelector(chosen);
    if (now === this.#chosen) return;
    now?.scrollIntoView({ block: "nearest", inline: "nearest" });
    this.#chosen = now;
    this.#measure();
  }

  readonly #measure = (): void => {
    const strip = this.#strip;
    if (strip === undefined) return;
    const { scrollLeft, scrollWidth, clientWidth } = strip;
    const ends = [
      ...(scrollLeft > 1 ? ["before"] : []),
      ...(scrollLeft + clientWidth < scrollWidth - 1 ? ["after"] : []),
    ];
    strip.setAttribute("data-more", ends.join(" "));
  };
}

/** For a horizontally scrolling element; see `fadingStyle`. */
export const fading = directive(Fading);

/** Fades a strip at the ends with more content. */
export const fadingStyle = css`
  [data-more] {
    --before: 0px;
    --after: 0px;
    scrollbar-width: none;
  }
  [data-more~="before"] {
    --before: 28px;
  }
  [data-more~="after"] {
    --after: 28px;
  }
  [data-more~="before"],
  [data-more~="after"] {
    mask-image: linear-gradient(
      to right,
      transparent,
      #000 var(--before),
      #000 calc(100% - var(--after)),
      transparent
    );
  }
`;
