import { html, type LitElement, type TemplateResult } from "lit";
import { inhabitedFlat } from "../../model/demo/inhabited-flat.ts";
import type { PlanClient } from "../connection/plan-client.ts";
import { demoTranslator } from "../i18n/demo-translator.ts";
import { browserLanguages } from "../i18n/translation-controller.ts";

/** An element that contains the buttons. */
type Host = Pick<LitElement, "requestUpdate">;

/**
 * What the page of the demo offers in place of the administrators' dialog: the wall page, and to start over. The demo's
 * build puts this in place of `page/admin/admin-menu.ts`.
 */
export class AdminMenu {
  readonly #host: Host;
  #client: PlanClient | undefined;
  #startsAgain = false;

  constructor(host: Host) {
    this.#host = host;
    void demoTranslator.load(browserLanguages()).then(() => host.requestUpdate());
  }

  /** The buttons, for the page's bar. */
  button(): TemplateResult {
    const { wall, again, startsAgain } = demoTranslator.now(browserLanguages()).texts;
    return html`<a class="button" href="wall.html">${wall}</a>
      <button class="manage" ?disabled=${this.#startsAgain} @click=${this.#startAgain}>
        ${this.#startsAgain ? startsAgain : again}
      </button>`;
  }

  /** What the demo is. */
  view(_texts: unknown, client: PlanClient): TemplateResult {
    this.#client = client;
    const { language, texts } = demoTranslator.now(browserLanguages());
    return html`<aside class="soft" lang=${language} style="margin: 0; padding: 6px 12px">
      ${texts.note}
    </aside>`;
  }

  leave(): void {
    this.#client = undefined;
  }

  async open(): Promise<void> {
    // The demo has no dialog.
  }

  /** Saves the flat anew: the plan until then stays in the history. */
  readonly #startAgain = async (): Promise<void> => {
    this.#startsAgain = true;
    this.#host.requestUpdate();
    await this.#client?.save(inhabitedFlat());
    this.#startsAgain = false;
    this.#host.requestUpdate();
  };
}
