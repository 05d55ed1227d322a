import { isLeft } from "fp-ts/lib/Either.js";
import { html, LitElement } from "lit";
import { flatPlan } from "../../model/demo/flat.ts";
import type { PlanClient, PlanProblem } from "../connection/plan-client.ts";
import { chooseImport } from "../ui/choose-files.ts";
import { pageTranslator } from "../i18n/page-translator.ts";
import { TranslationController } from "../i18n/translation-controller.ts";
import { pageStyle } from "./page-style.ts";
import { problemView } from "./waiting-view.ts";

/** Offers administrators a sample or a blank sheet while there is no plan. */
class EmptyPlan extends LitElement {
  static override readonly properties = {
    client: { attribute: false },
    rev: { attribute: false },
    isSaving: { state: true },
    problem: { state: true },
  };
  static override readonly styles = pageStyle;
  declare client: PlanClient | undefined;
  /** The revision of the empty plan. */
  declare rev: number;
  declare isSaving: boolean;
  declare problem: PlanProblem | undefined;
  readonly #translations = new TranslationController(this, pageTranslator);

  constructor() {
    super();
    this.rev = 0;
    this.isSaving = false;
  }

  override render() {
    const { empty } = this.#translations.texts.page;
    return html`<div class="middle">
      <section class="sheet">
        <h1>${empty.heading}</h1>
        <p>${empty.intro}</p>
        ${problemView(this.#translations.texts, this.problem)}
        <button class="main wide" ?disabled=${this.isSaving} @click=${this.#saveSample}>
          ${this.isSaving ? empty.saving : empty.sample}<small>${empty.sampleHint}</small>
        </button>
        <a class="button wide" href="#edit">${empty.blank}<small>${empty.blankHint}</small></a>
        <button class="wide" @click=${() => chooseImport(this)}>
          ${empty.foreign}<small>${empty.foreignHint}</small>
        </button>
      </section>
    </div>`;
  }

  readonly #saveSample = async (): Promise<void> => {
    this.isSaving = true;
    const saved = await this.client?.save(flatPlan(), this.rev);
    this.isSaving = false;
    this.problem = saved !== undefined && isLeft(saved) ? saved.left : undefined;
  };
}

customElements.define("floorplan-empty-plan", EmptyPlan);
