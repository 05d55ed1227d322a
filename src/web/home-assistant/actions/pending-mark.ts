import { css, type LitElement, type ReactiveController } from "lit";
import type { HomeAssistant } from "../home-assistant.ts";
import { dress } from "../../ui/dialog.ts";
import { answerMs } from "./service-call.ts";

/** How whatever waits for an answer looks: a drawing fades, for those who prefer reduced motion once; words stay dark. */
export const pendingStyle = css`
  :not(g)[aria-busy="true"] {
    outline: 2px dashed var(--plan-accent);
    outline-offset: 3px;
  }
  g[aria-busy="true"] {
    animation: pending 0.6s infinite alternate ease-in-out;
  }
  @keyframes pending {
    from {
      opacity: 1;
    }
    to {
      opacity: 0.35;
    }
  }
  @media (prefers-reduced-motion: reduce) {
    g[aria-busy="true"] {
      animation: none;
      opacity: 0.5;
    }
  }
`;

/** Why a mark ended. */
export type PendingEnd = "answered" | "unanswered" | "dropped";

/** The card of a mark: its drawing is marked, and each of its updates may bring another state. */
type MarkedCard = LitElement & { readonly homeAssistant: HomeAssistant | undefined };

/**
 * Marks an element of a card's drawing while its entity has not changed since a touch, at most for `answerMs`. Whether
 * the drawing shows another state is up to Home Assistant alone.
 */
export class PendingMark implements ReactiveController {
  /** Resolves once the entity has another state, the time is over, or the mark was dropped. */
  readonly ended: Promise<PendingEnd>;
  readonly #card: MarkedCard;
  readonly #ref: string;
  readonly #entity: string;
  readonly #before: string | undefined;
  readonly #timer: ReturnType<typeof setTimeout>;
  #resolve: (end: PendingEnd) => void = () => undefined;

  constructor(card: MarkedCard, ref: string, entity: string) {
    this.ended = new Promise((resolve) => (this.#resolve = resolve));
    this.#card = card;
    this.#ref = ref;
    this.#entity = entity;
    this.#before = this.#state;
    this.#timer = setTimeout(() => this.#end("unanswered"), answerMs);
    dress(card.renderRoot, pendingStyle, "pending");
    card.addController(this);
    this.#mark(true);
  }

  /** Ends it, as after a refused call. */
  drop(): void {
    this.#end("dropped");
  }

  hostUpdated(): void {
    if (this.#state === this.#before) this.#mark(true);
    else this.#end("answered");
  }

  hostDisconnected(): void {
    this.drop();
  }

  get #state(): string | undefined {
    return this.#card.homeAssistant?.now.states(this.#entity)?.state;
  }

  #end(end: PendingEnd): void {
    clearTimeout(this.#timer);
    this.#card.removeController(this);
    this.#mark(false);
    this.#resolve(end);
  }

  #mark(isBusy: boolean): void {
    const drawn = this.#card.renderRoot.querySelectorAll(`[data-ref="${CSS.escape(this.#ref)}"]`);
    for (const element of drawn)
      if (isBusy) element.setAttribute("aria-busy", "true");
      else element.removeAttribute("aria-busy");
  }
}
