import { css, html, type TemplateResult } from "lit";
import { isLeft } from "fp-ts/lib/Either.js";
import type { PlanData } from "../../../model/elements/entities.ts";
import { floorName } from "../export/floor-export.ts";
import { type EditorContext, defineElement } from "../component.ts";
import { DrawingFiles } from "./drawing-files.ts";
import { fileButton } from "./inputs.ts";
import { download } from "../../ui/download.ts";
import { chooseImport } from "../../ui/choose-files.ts";
import {
  imagesOf,
  imagesWithin,
  readPlanFile,
  writePlanFile,
} from "../../../model/editing/plan-text.ts";
import { Panel } from "./panel.ts";
import { problemAlert } from "./problems.ts";
import { packImages, unpackImages } from "./image-upload.ts";

/** The panel for exporting and importing plans and drawings. */
class PlanFile extends Panel {
  static override styles = css`
    section {
      display: grid;
      gap: 8px;
      justify-items: start;
    }
  `;

  readonly #drawing = new DrawingFiles(() => this.requestUpdate());
  /** The result of the last import or export in words. */
  #done: string | undefined;
  #odd: string | undefined;
  /** The floor whose image is being uploaded, and the controller to abort that. */
  #sent: string | undefined;
  #abort = new AbortController();

  protected override content(context: EditorContext) {
    const { panels, exportDialog } = context.texts;
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
                  ${exportDialog.withImages}
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
        <h3>${exportDialog.title}</h3>
        ${this.#drawing.content(context)}
      </section>`;
  }

  #importing(context: EditorContext): TemplateResult {
    const { editor, panels, exportDialog } = context.texts;
    if (this.#sent !== undefined)
      return html`<p role="status">${exportDialog.uploading(this.#sent)}</p>
        <button @click=${() => this.#abort.abort()}>${editor.cancel}</button>`;
    const accept = ".json,application/json";
    return fileButton(panels.file.import, accept, (file) => void this.#import(file, context));
  }

  async #import(file: File, context: EditorContext): Promise<void> {
    const { name } = file;
    const content = readPlanFile(await file.text());
    this.#tell({});
    if ("problem" in content) this.problem = { ...content.problem, name };
    else if (imagesWithin(content.plan).length === 0) this.#restore(content.plan, name, context);
    else await this.#importWhole(content.plan, name, context);
    this.requestUpdate();
  }

  /** Uploads the images first; the drawing is replaced once all are stored. */
  async #importWhole(plan: PlanData, name: string, context: EditorContext): Promise<void> {
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
        odd: texts.exportDialog.noImage(floorName(plan, problem.damaged) || problem.damaged),
      });
    if (problem.code === "aborted") return this.#tell({ done: texts.exportDialog.ended });
    this.problem = problem;
  }

  #restore(plan: PlanData, name: string, { session, texts }: EditorContext): void {
    session.restore(plan, { action: "import", name });
    this.#tell({ done: texts.panels.file.imported(name) });
  }

  #export(plan: PlanData, { session, texts }: EditorContext): void {
    const content = new Blob([writePlanFile(plan)], { type: "application/json" });
    download(`${texts.panels.file.fileName}-${session.state.rev}.json`, content);
  }

  async #exportWhole(context: EditorContext): Promise<void> {
    const { session, client, texts } = context;
    const { plan, missing } = await packImages(session.state.plan, client);
    this.#export(plan, context);
    const floors = missing.map((level) => floorName(plan, level) || level).join(", ");
    this.#tell(floors === "" ? {} : { odd: texts.exportDialog.withoutImages(floors) });
  }

  #tell({ done, odd }: { readonly done?: string; readonly odd?: string }): void {
    this.#done = done;
    this.#odd = odd;
    this.problem = undefined;
    this.requestUpdate();
  }
}

defineElement("floorplan-file", PlanFile);
