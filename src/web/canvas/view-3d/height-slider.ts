import type { PicturePlace } from "../../view-3d/gestures.ts";
import type { HeightHandle } from "./height-handles.ts";

/** An arrow up and down. */
const sign = "M12 3v18M7 8l5-5 5 5M7 16l5 5 5-5";

const svgName = "http://www.w3.org/2000/svg";

/** Pixels between an edge of an element and the handle above or below it, so that the handles of what is flat lie apart. */
const beside = 30;

/** What a slider shows. */
export interface ShownHandle {
  readonly handle: HeightHandle;
  readonly label: string;
  /** The height with its unit. */
  readonly figure: string;
}

/** Whoever drags a slider. */
export interface SliderHost {
  readonly pressed: (handle: HeightHandle, event: PointerEvent) => void;
  readonly moved: (event: PointerEvent) => void;
  readonly released: (isLost: boolean) => void;
  /** A key moves the handle by steps; `event` says how large they are. */
  readonly stepped: (handle: HeightHandle, steps: number, event: KeyboardEvent) => void;
}

/** Steps of keys. */
const keys: ReadonlyMap<string, number> = new Map([
  ["ArrowUp", 1],
  ["ArrowRight", 1],
  ["ArrowDown", -1],
  ["ArrowLeft", -1],
  ["PageUp", 10],
  ["PageDown", -10],
]);

/** A handle of a height over the picture, for pointers and keys; it stays the same element, and keeps the focus, as its height changes. */
export class HeightSlider {
  readonly element = document.createElement("div");
  readonly #figure = document.createElement("span");
  #shown: ShownHandle | undefined;

  constructor(host: SliderHost) {
    const { element } = this;
    element.className = "slider";
    element.tabIndex = 0;
    element.hidden = true;
    element.setAttribute("role", "slider");
    element.setAttribute("aria-orientation", "vertical");
    const picture = document.createElementNS(svgName, "svg");
    picture.setAttribute("viewBox", "0 0 24 24");
    picture.setAttribute("aria-hidden", "true");
    const path = document.createElementNS(svgName, "path");
    path.setAttribute("d", sign);
    picture.append(path);
    this.#figure.className = "figure";
    this.#figure.setAttribute("aria-hidden", "true");
    element.append(picture, this.#figure);
    element.addEventListener("pointerdown", (event) => {
      if (this.#shown === undefined || event.button !== 0) return;
      element.setPointerCapture(event.pointerId);
      host.pressed(this.#shown.handle, event);
    });
    element.addEventListener("pointermove", host.moved);
    element.addEventListener("pointerup", () => host.released(false));
    element.addEventListener("pointercancel", () => host.released(true));
    element.addEventListener("keydown", (event) => {
      const steps = keys.get(event.key);
      if (steps === undefined || this.#shown === undefined || event.ctrlKey || event.metaKey)
        return;
      host.stepped(this.#shown.handle, steps, event);
      event.preventDefault();
    });
  }

  /** Shows a handle, or none. */
  show(shown: ShownHandle | undefined): void {
    this.#shown = shown;
    this.element.hidden = shown === undefined;
    if (shown === undefined) return;
    const { handle, label, figure } = shown;
    const { element } = this;
    element.title = label;
    element.setAttribute("aria-label", label);
    element.setAttribute("aria-valuemin", String(handle.least));
    element.setAttribute("aria-valuemax", String(handle.most));
    element.setAttribute("aria-valuenow", String(handle.metres));
    element.setAttribute("aria-valuetext", figure);
    this.#figure.textContent = figure;
  }

  /** Puts it above or below the edge that it moves; undefined: the edge is not seen. */
  place(edge: PicturePlace | undefined): void {
    const { element } = this;
    element.style.visibility = edge === undefined ? "hidden" : "visible";
    if (edge === undefined) return;
    const [x, y] = edge;
    const down = this.#shown?.handle.end === "top" ? -beside : beside;
    element.style.transform = `translate(${x}px, ${y + down}px)`;
  }
}
