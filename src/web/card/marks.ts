import {
  html,
  nothing,
  type ReactiveController,
  type ReactiveControllerHost,
  type TemplateResult,
} from "lit";
import type { SubscriptionState } from "../connection/plan-client.ts";
import type { Notice } from "../home-assistant/actions/service-call.ts";
import type { HomeAssistantState } from "../home-assistant/home-assistant.ts";
import type { CardWords } from "../i18n/card-speaker.ts";
import { serviceMessageView } from "../texts/said-view.ts";

/** Tells over a plan that it, or the house, is not as fresh as it looks. */
export const markView = (
  { card, live }: CardWords,
  following: SubscriptionState | undefined,
  house: HomeAssistantState | undefined,
): TemplateResult | typeof nothing => {
  if (following === "away") return html`<div class="mark" role="status">${card.reconnecting}</div>`;
  return house?.standing === "away"
    ? html`<div class="mark quiet" role="status">
        ${live.away}${house.reason === undefined ? nothing : html`<small lang="en">${house.reason}</small>`}
      </div>`
    : nothing;
};

const shownMs = 8000;

/** Tells for a while why something was not done. */
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
