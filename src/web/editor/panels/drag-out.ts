import {
  html,
  type ReactiveController,
  type ReactiveControllerHost,
  type TemplateResult,
} from "lit";
import type { DroppedEntities } from "../../canvas/entities/drop-entities.ts";

/** Pixels that a pointer may tremble before a press becomes a drag. */
const tremble = 6;

/** Something that is dragged out of a list. */
interface Dragged {
  readonly ids: readonly string[];
  readonly words: string;
  readonly from: readonly [x: number, y: number];
  readonly at: readonly [x: number, y: number];
  readonly hasMoved: boolean;
}

/** Leads entities from a list onto the drawing: where they are let go, the host sends `drop-entities`. */
export class EntityDrag implements ReactiveController {
  readonly #host: ReactiveControllerHost & HTMLElement;
  #dragged: Dragged | undefined;
  #ending: AbortController | undefined;
  #hasDragged = false;

  constructor(host: ReactiveControllerHost & HTMLElement) {
    this.#host = host;
    host.addController(this);
  }

  hostDisconnected(): void {
    this.#end();
  }

  /** Whether the last press was a drag, so that the click that comes after it is none. */
  get hasDragged(): boolean {
    return this.#hasDragged;
  }

  /** A press on a row; a finger drags by the grip alone, as it scrolls with all else. */
  start(event: PointerEvent, ids: readonly string[], words: string): void {
    this.#end();
    this.#hasDragged = false;
    const { target } = event;
    const isGrip = target instanceof Element && target.closest(".grip") !== null;
    if (event.button !== 0 || (event.pointerType === "touch" && !isGrip)) return;
    const at = [event.clientX, event.clientY] as const;
    this.#dragged = { ids, words, from: at, at, hasMoved: false };
    this.#ending = new AbortController();
    const { signal } = this.#ending;
    const isMine = (each: PointerEvent): boolean => each.pointerId === event.pointerId;
    window.addEventListener("pointermove", (each) => isMine(each) && this.#move(each), { signal });
    window.addEventListener("pointerup", (each) => isMine(each) && this.#drop(each), { signal });
    window.addEventListener("pointercancel", () => this.#end(), { signal });
    window.addEventListener("keydown", this.#key, { signal, capture: true });
  }

  /** What is under the pointer while it is dragged. */
  render(): TemplateResult | undefined {
    const { words = "", at: [x, y] = [0, 0], hasMoved = false } = this.#dragged ?? {};
    if (!hasMoved) return undefined;
    return html`<div class="dragged" aria-hidden="true" .style=${`left:${x}px;top:${y}px`}>
      ${words}
    </div>`;
  }

  #move({ clientX, clientY }: PointerEvent): void {
    if (this.#dragged === undefined) return;
    const { from, hasMoved } = this.#dragged;
    const far = Math.hypot(clientX - from[0], clientY - from[1]) > tremble;
    this.#dragged = { ...this.#dragged, at: [clientX, clientY], hasMoved: hasMoved || far };
    this.#hasDragged = this.#dragged.hasMoved;
    this.#host.requestUpdate();
  }

  #drop({ clientX, clientY }: PointerEvent): void {
    const dragged = this.#dragged;
    this.#end();
    if (dragged?.hasMoved !== true) return;
    const detail: DroppedEntities = { ids: dragged.ids, clientX, clientY };
    const options = { detail, bubbles: true, composed: true };
    this.#host.dispatchEvent(new CustomEvent("drop-entities", options));
  }

  #end(): void {
    this.#ending?.abort();
    this.#ending = undefined;
    this.#dragged = undefined;
    this.#host.requestUpdate();
  }

  readonly #key = (event: KeyboardEvent): void => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    this.#end();
  };
}
