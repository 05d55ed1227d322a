import {
  html,
  nothing,
  type ReactiveController,
  type ReactiveControllerHost,
  type TemplateResult,
} from "lit";
import { isBlank, type PlanData } from "../../model/elements/entities.ts";
import type { SubscriptionState } from "../connection/plan-client.ts";
import type { CardWords } from "../i18n/card-translator.ts";
import { type ServiceMessage, serviceMessageView } from "../i18n/problem-words.ts";
import type { Requester } from "./source.ts";
import type { Notice } from "../home-assistant/actions/service-call.ts";
import type { HomeAssistantState } from "../home-assistant/home-assistant.ts";

/** A message in place of a plan: what is the matter, and what comes next. */
export interface Message {
  readonly kind: "waiting" | "lost" | "empty" | "refused" | "unset";
  readonly title: string;
  readonly text: string | TemplateResult;
  readonly more?: ServiceMessage | undefined;
}

const houseOutline = "M4 11l8-7 8 7v9H4zM9 20v-6h6v6";
const pictures: Readonly<Record<Message["kind"], string>> = {
  waiting: houseOutline,
  lost: "M4 11l8-7 8 7v9H4zM8 15h.1M12 15h.1M16 15h.1",
  empty: "M4 4h16v16H4zM12 9v6M9 12h6",
  refused: "M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3M12 15v2",
  unset: "M4 11l8-7 8 7v9H4zM10.5 12a1.7 1.7 0 1 1 2.3 1.6c-.6.3-.8.7-.8 1.4M12 17.5h.1",
};

/** Shows a message with its picture. */
export const messageView = ({ kind, title, text, more }: Message): TemplateResult =>
  html`<div class="message ${kind}" role=${kind === "refused" ? "alert" : "status"}>
    <svg viewBox="0 0 24 24" aria-hidden="true"><path d=${pictures[kind]}></path></svg>
    <strong>${title}</strong>
    <p>${text}</p>
    ${more === undefined ? nothing : html`<p><small>${serviceMessageView(more)}</small></p>`}
  </div>`;

/** The message to show in place of a plan that is not refused; undefined if there is a plan to show. */
export const messageFor = (
  { card }: CardWords,
  asking: Requester | undefined,
  following: SubscriptionState | undefined,
  plan: PlanData | undefined,
): Message | undefined => {
  if (asking === undefined) return { kind: "unset", ...card.unset };
  if (plan !== undefined) return isBlank(plan) ? { kind: "empty", ...card.empty } : undefined;
  return following === "away"
    ? { kind: "lost", ...card.away }
    : { kind: "waiting", ...card.waiting };
};

/** A mark over a plan that it, or Home Assistant's states, are out of date. */
export const markView = (
  { card, live }: CardWords,
  following: SubscriptionState | undefined,
  homeAssistant: HomeAssistantState | undefined,
): TemplateResult | typeof nothing => {
  if (following === "away") return html`<div class="mark" role="status">${card.reconnecting}</div>`;
  return homeAssistant?.standing === "away"
    ? html`<div class="mark quiet" role="status">
        ${live.away}${homeAssistant.reason === undefined ? nothing : html`<small lang="en">${homeAssistant.reason}</small>`}
      </div>`
    : nothing;
};

const shownMs = 8000;

/** Shows for a while why something was not done. */
export class Notices implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  #notice: Notice | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
    host.addController(this);
  }

  readonly tell = (notice: Notice | undefined): void => {
    clearTimeout(this.#timer);
    this.#notice = notice;
    if (notice !== undefined) this.#timer = setTimeout(() => this.tell(undefined), shownMs);
    this.#host.requestUpdate();
  };

  hostDisconnected(): void {
    clearTimeout(this.#timer);
    this.#notice = undefined;
  }

  view({ live }: CardWords): TemplateResult | typeof nothing {
    if (this.#notice === undefined) return nothing;
    const { text, said } = this.#notice;
    return html`<div class="notice" role="alert">
      <span
        >${text}
        ${said === undefined ? nothing : html`<small>${serviceMessageView(said)}</small>`}</span
      >
      <button @click=${() => this.tell(undefined)}>${live.understood}</button>
    </div>`;
  }
}
