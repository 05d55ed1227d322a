import { isLeft } from "fp-ts/lib/Either.js";
import { css, html, type TemplateResult } from "lit";
import type { PlanData } from "../../../model/elements/entities.ts";
import { chooseImport } from "../../ui/choose-files.ts";
import {
  imagesOf,
  imagesWithin,
  readPlanFile,
  writePlanFile,
} from "../../../model/editing/plan-text.ts";
import { download } from "../../editor/download.ts";
import { floorName } from "../export/floor-export.ts";
import { type ComponentContext, defineElement } from "../component.ts";
import { DrawingFiles } from "../../editor/panels/drawing-files.ts";
import { fileButton } from "./inputs.ts";
import { Panel } from "./panel.ts";
import { packImages, unpackImages } from "../../editor/panels/plan-images.ts";
import { problemAlert } from "../../editor/panels/problem-text.ts";

/** The plan as a file, with or without its images, and the drawing as one: out of the editor and into it. */
class PlanFile extends Panel {
  static override styles = css`
    section {
      display: grid;
      gap: 8px;
      justify-items: start;
    }
  `;

  readonly #drawing = new DrawingFiles(() => this.requestUpdate());
  /** What came of the last import or export, in words. */
  #done: string | undefined;
  #odd: string | undefined;
  /** The floor whose image is being uploaded, and what ends that. */
  #sent: string | undefined;
  #abort = new AbortController();

  protected override content(context: ComponentContext) {
    const { panels, out } = context.texts;
    const words = panels.file;
    const hasImages = imagesOf(context.session.state.plan).length > 0;
    return html`<h2>${panels.titles.file}</h2>
      <section>
        <p class="muted">${words.exportHint}</p>
        <div class="row">
          <button @click=${() => this.#export(context.session.state.plan, context)}>
            ${words.export}
          </button>
          ${
            hasImages
              ? html`<button @click=${() => void this.#exportWhole(context)}>
                  ${out.withImages}
                </button>`
              : undefined
          }
        </div>
      </section>
      <section>
        <p class="muted">${words.importHint}</p>
        ${this.#importing(context)}
        <p role="status">${this.#done}</p>
        ${this.#odd === undefined ? undefined : html`<p class="bad" role="alert">${this.#odd}</p>`}
        ${problemAlert(this.problem, context.texts)}
      </section>
      <section>
        <p class="muted">${words.foreignHint}</p>
        <button @click=${() => chooseImport(this)}>${words.foreign}</button>
      </section>
      <section>
        <h3>${out.title}</h3>
        ${this.#drawing.content(context)}
      </section>`;
  }

  #importing(context: ComponentContext): TemplateResult {
    const { panels, out } = context.texts;
    if (this.#sent !== undefined)
      return html`<p role="status">${out.uploading(this.#sent)}</p>
        <button @click=${() => this.#abort.abort()}>${panels.cancel}</button>`;
    const accept = ".json,application/json";
    return fileButton(panels.file.import, accept, (file) => void this.#import(file, context));
  }

  async #import(file: File, context: ComponentContext): Promise<void> {
    const { name } = file;
    const content = readPlanFile(await file.text());
    this.#tell({});
    if ("problem" in content) this.problem = { ...content.problem, name };
    else if (imagesWithin(content.plan).length === 0) this.#restore(content.plan, name, context);
    else await this.#importWhole(content.plan, name, context);
    this.requestUpdate();
  }

  /** The images first: what is drawn is replaced when all of them are here. */
  async #importWhole(plan: PlanData, name: string, context: ComponentContext): Promise<void> {
    const { client, texts } = context;
    this.#abort = new AbortController();
    const tell = (level: string): void => {
      this.#sent = floorName(plan, level) || level;
      this.requestUpdate();
    };
    const unpacked = await unpackImages(plan, client, tell, this.#abort.signal);
    this.#sent = undefined;
    if (!isLeft(unpacked)) return this.#restore(unpacked.right, name, context);
    const problem = unpacked.left;
    if ("damaged" in problem)
      return this.#tell({
        odd: texts.out.noImage(floorName(plan, problem.damaged) || problem.damaged),
      });
    if (problem.code === "aborted") return this.#tell({ done: texts.out.ended });
    this.problem = problem;
  }

  #restore(plan: PlanData, name: string, { session, texts }: ComponentContext): void {
    session.restore(plan, { action: "import", name });
    this.#tell({ done: texts.panels.file.imported(name) });
  }

  #export(plan: PlanData, { session, texts }: ComponentContext): void {
    const content = new Blob([writePlanFile(plan)], { type: "application/json" });
    download(`${texts.panels.file.fileName}-${session.state.rev}.json`, content);
  }

  async #exportWhole(context: ComponentContext): Promise<void> {
    const { session, client, texts } = context;
    const { plan, missing } = await packImages(session.state.plan, client);
    this.#export(plan, context);
    const floors = missing.map((level) => floorName(plan, level) || level).join(", ");
    this.#tell(floors === "" ? {} : { odd: texts.out.withoutImages(floors) });
  }

  #tell({ done, odd }: { readonly done?: string; readonly odd?: string }): void {
    this.#done = done;
    this.#odd = odd;
    this.problem = undefined;
    this.requestUpdate();
  }
}

defineElement("floorplan-file", PlanFile);
