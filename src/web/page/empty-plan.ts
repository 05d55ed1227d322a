import { isLeft } from "fp-ts/lib/Either.js";
import { html, LitElement } from "lit";
import type { flatPlan } from "../../demo/flat.ts";
import type { PlanClient, PlanProblem } from "../client/plan-client.ts";
import { pageTexts } from "../texts/page.ts";
import { pageStyle } from "./page-style.ts";
import { problemView } from "./problem-view.ts";

/** The maker of the sample; undefined where it could not be loaded. */
const sample = async (): Promise<typeof flatPlan | undefined> => {
  try {
    return (await import("../../demo/flat.ts")).flatPlan;
  } catch {
    return undefined;
  }
};

/** What an administrator sees while there is no plan: a sample or a blank sheet to begin with. */
class EmptyPlan extends LitElement {
  static override readonly properties = {
    client: { attribute: false },
    rev: { attribute: false },
    isSaving: { state: true },
    problem: { state: true },
  };
  static override readonly styles = pageStyle;
  declare client: PlanClient | undefined;
  /** The revision that is empty. */
  declare rev: number;
  declare isSaving: boolean;
  declare problem: PlanProblem | undefined;

  constructor() {
    super();
    this.client = undefined;
    this.rev = 0;
    this.isSaving = false;
    this.problem = undefined;
  }

  override render() {
    const { empty } = pageTexts(navigator.language).page;
    return html`<div class="middle">
      <section class="sheet">
        <h1>${empty.heading}</h1>
        <p>${empty.intro}</p>
        ${problemView(this.problem)}
        <button class="main wide" ?disabled=${this.isSaving} @click=${this.#saveSample}>
          ${this.isSaving ? empty.saving : empty.sample}<small>${empty.sampleHint}</small>
        </button>
        <a class="button wide" href="#edit">${empty.blank}<small>${empty.blankHint}</small></a>
      </section>
    </div>`;
  }

  readonly #saveSample = async (): Promise<void> => {
    this.isSaving = true;
    const makeFlat = await sample();
    const saved = makeFlat && (await this.client?.save(makeFlat(), this.rev));
    this.isSaving = false;
    if (saved === undefined) this.problem = { code: "offline", message: "" };
    else this.problem = isLeft(saved) ? saved.left : undefined;
  };
}

customElements.define("floorplan-empty-plan", EmptyPlan);
