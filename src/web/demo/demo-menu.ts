import { isLeft } from "fp-ts/lib/Either.js";
import type { Connection } from "home-assistant-js-websocket";
import { html, type LitElement, nothing, type TemplateResult } from "lit";
import { inhabitedFlat } from "../../model/demo/inhabited-flat.ts";
import type { PlanClient, PlanProblem } from "../connection/plan-client.ts";
import { demoTranslator } from "../i18n/demo-translator.ts";
import { problemWords, serviceMessageView } from "../i18n/problem-words.ts";
import { refusalTranslator } from "../i18n/refusal-translator.ts";
import { browserLanguages } from "../i18n/translation-controller.ts";

/** An element that contains the buttons. */
type Host = Pick<LitElement, "requestUpdate">;

/** Whether what is saved stays in this browser; undefined while that is not known. */
const askLasting = async (service: Connection, domain: string): Promise<boolean | undefined> => {
  try {
    const answer: unknown = await service.sendMessagePromise({ type: `${domain}/demo/lasting` });
    return typeof answer === "boolean" ? answer : undefined;
  } catch {
    // The connection ended; the next one is asked again.
    return undefined;
  }
};

/**
 * What the page of the demo offers in place of the administrators' dialog: the wall page, and to start over. The demo's
 * build puts this in place of `page/admin/admin-menu.ts`.
 */
export class AdminMenu {
  readonly #host: Host;
  #client: PlanClient | undefined;
  #isLasting: boolean | undefined;
  #startsAgain = false;
  /** Why it did not start over. */
  #refused: PlanProblem | undefined;

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

  /** What the demo is, and why it did not start over. */
  view(_texts: unknown, client: PlanClient): TemplateResult {
    if (client !== this.#client) void this.#meet(client);
    const { language, texts } = demoTranslator.now(browserLanguages());
    const { note, lasting, passing } = texts;
    const saved = this.#isLasting === undefined ? "" : this.#isLasting ? lasting : passing;
    return html`<aside class="soft" lang=${language} style="margin: 0; padding: 6px 12px">
        ${note} ${saved}
      </aside>
      ${this.#refused === undefined ? nothing : this.#refusal(this.#refused)}`;
  }

  leave(): void {
    this.#client = undefined;
  }

  async open(): Promise<void> {
    // The demo has no dialog.
  }

  #refusal(refused: PlanProblem): TemplateResult {
    const { notAgain } = demoTranslator.now(browserLanguages()).texts;
    const { language, texts } = refusalTranslator.now(browserLanguages());
    const { what, next, said } = problemWords(texts.errors, refused);
    return html`<p class="problem" role="alert" lang=${language}>
      <strong>${notAgain}</strong> ${what} ${next} ${said && serviceMessageView(said)}
    </p>`;
  }

  /** Learns what becomes of what is saved, again with each new connection: its worker may be another one. */
  async #meet(client: PlanClient): Promise<void> {
    this.#client = client;
    const service = await client.service();
    if (isLeft(service)) return;
    const ask = async (): Promise<void> => {
      this.#isLasting = await askLasting(service.right, client.domain);
      this.#host.requestUpdate();
    };
    service.right.addEventListener("ready", () => void ask());
    await ask();
  }

  /** Saves the flat anew: the plan until then stays in the history. */
  readonly #startAgain = async (): Promise<void> => {
    const client = this.#client;
    if (client === undefined) return;
    this.#startsAgain = true;
    this.#host.requestUpdate();
    const saved = await client.save(inhabitedFlat());
    if (isLeft(saved)) await refusalTranslator.ready(browserLanguages());
    this.#refused = isLeft(saved) ? saved.left : undefined;
    this.#startsAgain = false;
    this.#host.requestUpdate();
  };
}
