/** How many pixels a pressed piece moves until it is pulled. */
const slop = 8;

/** Milliseconds after which a finger has picked a piece up; before, it scrolls the list up and down. */
const holdMs = 300;

/** A press on a piece of the list. */
interface Press {
  readonly piece: HTMLElement;
  readonly down: PointerEvent;
  readonly timer: ReturnType<typeof setTimeout> | undefined;
}

/**
 * Pulls pieces out of their list: with a mouse in any direction, with a finger sideways, or in any direction after
 * holding it. `pull` gets the pressed piece, and the event from which on the drawing has the pointer.
 */
export class PiecePull {
  readonly #pull: (piece: HTMLElement, event: PointerEvent) => void;
  #press: Press | undefined;
  /** Whether the finger has picked its piece up, so that it scrolls nothing until it is lifted. */
  #isPicked = false;

  constructor(pull: (piece: HTMLElement, event: PointerEvent) => void) {
    this.#pull = pull;
  }

  readonly down = (event: PointerEvent): void => {
    const { target } = event;
    const piece = target instanceof Element ? target.closest<HTMLElement>(".piece") : null;
    this.end();
    this.#isPicked = false;
    if (piece === null || event.button !== 0 || !event.isPrimary) return;
    // A quick pointer leaves the list with its first move.
    piece.setPointerCapture(event.pointerId);
    const isMouse = event.pointerType === "mouse";
    const timer = isMouse ? undefined : setTimeout(() => this.#pick(piece), holdMs);
    if (isMouse) this.#isPicked = true;
    this.#press = { piece, down: event, timer };
  };

  readonly move = (event: PointerEvent): void => {
    const press = this.#press;
    if (press === undefined || event.pointerId !== press.down.pointerId) return;
    if (event.buttons === 0) return this.end();
    const [x, y] = [event.clientX - press.down.clientX, event.clientY - press.down.clientY];
    if (Math.hypot(x, y) < slop) return;
    this.end();
    if (!this.#isPicked && Math.abs(x) <= Math.abs(y)) return;
    this.#isPicked = true;
    this.#pull(press.piece, event);
  };

  /** The press is over, or the browser scrolls. */
  readonly end = (): void => {
    clearTimeout(this.#press?.timer);
    this.#press?.piece.classList.remove("picked");
    this.#press = undefined;
  };

  /** Keeps a finger that has picked a piece up from scrolling; it must be able to say so. */
  readonly touchMoved = {
    passive: false,
    handleEvent: (event: TouchEvent): void => {
      if (this.#isPicked && event.cancelable) event.preventDefault();
    },
  };

  #pick(piece: HTMLElement): void {
    this.#isPicked = true;
    piece.classList.add("picked");
  }
}
