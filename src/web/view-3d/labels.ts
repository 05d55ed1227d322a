import type { PerspectiveCamera, Vector3 } from "three";
import { pixelOf } from "./pixel-of.ts";

/** A text over the picture. */
export interface Label {
  readonly key: string;
  /** Where it is, in space. */
  readonly place: Vector3;
  readonly title: string | undefined;
  readonly value: string | undefined;
}

/** Pixels between labels, below which the later one is left out. */
const gap = 4;

const isAlike = (one: Label, other: Label | undefined): boolean =>
  other !== undefined &&
  one.key === other.key &&
  one.title === other.title &&
  one.value === other.value &&
  one.place.equals(other.place);

interface Drawn {
  readonly element: HTMLElement;
  readonly label: Label;
}

/** The texts over a picture, which follow their places; where two would overlap, the first of them is shown. */
export class Labels {
  readonly #container: HTMLElement;
  #drawn: readonly Drawn[] = [];
  /** How the page shows names of rooms, which changes their sizes. */
  #names = "";
  #sizes: readonly (readonly [width: number, height: number])[] | undefined;

  constructor(container: HTMLElement) {
    this.#container = container;
  }

  /** Shows these texts, the most important first. Returns whether they are others than before, or elsewhere. */
  show(labels: readonly Label[]): boolean {
    const names = getComputedStyle(this.#container).getPropertyValue("--plan-room-names");
    const isSame =
      names === this.#names &&
      labels.length === this.#drawn.length &&
      this.#drawn.every(({ label }, at) => isAlike(label, labels[at]));
    if (isSame) return false;
    this.#names = names;
    const before = new Map(this.#drawn.map((each) => [each.label.key, each]));
    const elements = labels.map((label) => {
      const known = before.get(label.key);
      const isKnown = known?.label.title === label.title && known?.label.value === label.value;
      if (known !== undefined && isKnown) return known.element;
      const element = known?.element ?? document.createElement("div");
      element.className = label.title === undefined ? "label value" : "label";
      element.replaceChildren(label.title ?? "");
      if (label.value !== undefined && label.title !== undefined) {
        const value = document.createElement("small");
        value.textContent = label.value;
        element.append(value);
      } else if (label.value !== undefined) element.textContent = label.value;
      return element;
    });
    for (const element of elements) element.hidden = false;
    this.#container.replaceChildren(...elements);
    this.#drawn = labels.flatMap((label, at) => {
      const element = elements[at];
      return element === undefined ? [] : [{ element, label }];
    });
    this.#sizes = undefined;
    return true;
  }

  /** Draws what is seen of the texts on a sheet, so many times as large as on the page. */
  drawOn(context: CanvasRenderingContext2D, scale: number): void {
    const { left: startX, top: startY } = this.#container.getBoundingClientRect();
    context.textAlign = "center";
    context.textBaseline = "middle";
    for (const { element, label } of this.#drawn) {
      if (element.style.visibility === "hidden") continue;
      const { left, top, width, height } = element.getBoundingClientRect();
      // Layers may hide it.
      if (width === 0) continue;
      const [x, y] = [(left - startX) * scale, (top - startY) * scale];
      const look = getComputedStyle(element);
      context.fillStyle = look.backgroundColor;
      context.beginPath();
      context.roundRect(
        x,
        y,
        width * scale,
        height * scale,
        Number.parseFloat(look.borderRadius) * scale,
      );
      context.fill();
      const lines = [label.title, label.value].filter((line) => line !== undefined);
      for (const [at, line] of lines.entries()) {
        const part = at > 0 ? element.querySelector("small") : null;
        const style = part === null ? look : getComputedStyle(part);
        context.fillStyle = style.color;
        context.font = `${style.fontWeight} ${Number.parseFloat(style.fontSize) * scale}px ${style.fontFamily}`;
        const middle = y + ((at + 0.5) / lines.length) * height * scale;
        context.fillText(line, x + (width * scale) / 2, middle);
      }
    }
  }

  /** Puts the texts where a camera sees their places. */
  place(camera: PerspectiveCamera): void {
    const { clientWidth: width, clientHeight: height } = this.#container;
    // Measured together, so that the page is laid out once.
    this.#sizes ??= this.#drawn.map(({ element }) => [element.offsetWidth, element.offsetHeight]);
    const taken: (readonly [left: number, top: number, right: number, bottom: number])[] = [];
    for (const [at, { element, label }] of this.#drawn.entries()) {
      const size = this.#sizes[at] ?? [0, 0];
      const seen = pixelOf(label.place.toArray(), camera, [width, height]);
      const [x, y] = seen ?? [0, 0];
      const [left, top] = [Math.round(x - size[0] / 2), Math.round(y - size[1] / 2)];
      const box = [left - gap, top - gap, left + size[0] + gap, top + size[1] + gap] as const;
      const isFree =
        seen !== undefined &&
        box[2] > 0 &&
        box[3] > 0 &&
        box[0] < width &&
        box[1] < height &&
        taken.every(
          (other) =>
            other[0] > box[2] || other[2] < box[0] || other[1] > box[3] || other[3] < box[1],
        );
      // Without `hidden`, which would lay the page out anew.
      element.style.visibility = isFree ? "visible" : "hidden";
      if (!isFree) continue;
      taken.push(box);
      element.style.transform = `translate(${left}px, ${top}px)`;
    }
  }
}
