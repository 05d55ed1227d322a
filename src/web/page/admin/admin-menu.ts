import { html, type LitElement, nothing, type TemplateResult } from "lit";
import type { PlanData } from "../../../model/elements/entities.ts";
import { levelsOf } from "../../../model/elements/levels.ts";
import type { PlanClient } from "../../connection/plan-client.ts";
import type { PageTexts } from "../../i18n/en/screens.ts";
import { browserLanguages } from "../../i18n/translation-controller.ts";
import { addressForOthers } from "../../connection/service-settings.ts";
import { base } from "../token-storage.ts";
import { addresses, isIngress } from "../settings.ts";

/** An element that contains the button. */
type Host = Pick<LitElement, "shadowRoot" | "requestUpdate" | "updateComplete">;

type State = "closed" | "loading" | "failed" | "open";

/** The button that opens the administrators' dialog, whose code is loaded on demand. */
export class AdminMenu {
  readonly #host: Host;
  #is: State = "closed";
  #tab: "link" | "tokens" = "tokens";

  constructor(host: Host) {
    this.#host = host;
  }

  /** The button, for the page's bar. */
  button({ manage }: PageTexts): TemplateResult {
    return html`<button
      class="manage"
      aria-haspopup="dialog"
      ?disabled=${this.#is === "loading"}
      @click=${() => void this.open("tokens")}
    >
      ${manage}
    </button>`;
  }

  /** The dialog, or why it could not be loaded. */
  view(
    { notManaged }: PageTexts,
    client: PlanClient,
    plan: PlanData | undefined,
  ): TemplateResult | typeof nothing {
    if (this.#is === "failed") return html`<p class="problem" role="alert">${notManaged}</p>`;
    if (this.#is !== "open") return nothing;
    return html`<floorplan-manager
      .client=${client}
      .levels=${levelsOf(plan ?? {})}
      .tab=${this.#tab}
      .address=${addressForOthers(base, isIngress, addresses)}
      @closed=${this.#closed}
    ></floorplan-manager>`;
  }

  /** Closes the dialog when nobody is signed in any more. */
  leave(): void {
    this.#is = "closed";
  }

  #set(is: State): void {
    this.#is = is;
    this.#host.requestUpdate();
  }

  /** Opens the dialog at one of its tabs. */
  async open(tab: "link" | "tokens"): Promise<void> {
    this.#tab = tab;
    this.#set("loading");
    try {
      const { managingTranslator } = await import("./main.ts");
      await managingTranslator.ready(browserLanguages());
      this.#set("open");
    } catch {
      this.#set("failed");
    }
  }

  readonly #closed = async (): Promise<void> => {
    this.#set("closed");
    await this.#host.updateComplete;
    this.#host.shadowRoot?.querySelector<HTMLElement>(".manage")?.focus();
  };
}
