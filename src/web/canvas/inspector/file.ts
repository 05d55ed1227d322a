import { css, html, type TemplateResult } from "lit";
import { isLeft } from "fp-ts/lib/Either.js";
import type { PlanData } from "../../../model/elements/entities.ts";
import { shownLevel } from "../../../model/elements/levels.ts";
import { defaultScale } from "../../renderer/export/page-layout.ts";
import {
  asPng,
  download,
  exportFloor,
  fileNameOf,
  floorName,
  floorsOf,
  tracingOf,
} from "../export/floor-export.ts";
import { type EditorContext, defineElement } from "../component.ts";
import { printFloors } from "../export/print-view.ts";
import { fileButton, labelled, selectInput } from "./inputs.ts";
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

/** The offered scales, and widths in pixels. */
const [offeredScales, widths] = [
  [20, 50, 100, 200],
  [1000, 2000, 4000, 8000],
];

/** The section for exporting drawings. */
class DrawingFiles {
  readonly #changed: () => void;
  #isWhole = false;
  #scale = defaultScale;
  #width = 2000;
  #isTraced = false;
  #isBusy = false;
  #problem: string | undefined;

  /** `changed` is called when it has to be rendered. */
  constructor(changed: () => void) {
    this.#changed = changed;
  }

  content(context: EditorContext): TemplateResult {
    const { texts, language, session } = context;
    const { plan } = session.state;
    const words = texts.exportDialog;
    const floors = floorsOf(plan);
    const shown = this.#floors(context);
    const button = (name: string, work: () => Promise<void>): TemplateResult =>
      html`<button ?disabled=${this.#isBusy} @click=${() => void this.#do(context, work)}>
        ${name}
      </button>`;
    const only = floorName(plan, shownLevel(plan, context.view.state.level));
    return html`<p class="muted">${words.hint}</p>
      ${
        floors.length < 2
          ? undefined
          : this.#choice(
              words.floor,
              [
                ["shown", only],
                ["all", words.allFloors],
              ],
              this.#isWhole ? "all" : "shown",
              (chosen) => (this.#isWhole = chosen === "all"),
            )
      }
      ${this.#choice(
        words.scale,
        offeredScales.map((scale) => [String(scale), `1 : ${scale}`]),
        String(this.#scale),
        (chosen) => (this.#scale = Number(chosen)),
      )}
      ${this.#choice(
        words.width,
        widths.map((width) => [String(width), words.pixels(width.toLocaleString(language))]),
        String(this.#width),
        (chosen) => (this.#width = Number(chosen)),
      )}
      ${
        shown.some((floor) => tracingOf(plan, floor) !== undefined)
          ? html`<label class="row"
              ><input
                type="checkbox"
                .checked=${this.#isTraced}
                @change=${() => (this.#isTraced = !this.#isTraced)}
              />
              ${words.traced}</label
            >`
          : undefined
      }
      <div class="row">
        ${button(words.svg, () => this.#download(context, "svg"))}
        ${button(words.png, () => this.#download(context, "png"))}
        ${button(words.print, () => printFloors(context, shown, this.#isTraced))}
      </div>
      ${this.#problem === undefined ? undefined : html`<p class="bad" role="alert">${this.#problem}</p>`}`;
  }

  #floors({ session, view }: EditorContext): readonly (string | undefined)[] {
    const { plan } = session.state;
    return this.#isWhole ? floorsOf(plan) : [shownLevel(plan, view.state.level)];
  }

  #choice(
    name: string,
    options: readonly (readonly [string, string])[],
    chosen: string,
    take: (value: string) => void,
  ): TemplateResult {
    const commit = (value: string): void => {
      take(value);
      this.#changed();
    };
    return labelled(name, selectInput(options, chosen, commit));
  }

  async #do({ texts }: EditorContext, work: () => Promise<void>): Promise<void> {
    this.#isBusy = true;
    this.#problem = undefined;
    this.#changed();
    // Only the export module can fail to load.
    await work().catch(() => (this.#problem = texts.exportDialog.notLoaded));
    this.#isBusy = false;
    this.#changed();
  }

  async #download(context: EditorContext, type: "svg" | "png"): Promise<void> {
    const { session, texts } = context;
    const { plan, rev } = session.state;
    for (const floor of this.#floors(context)) {
      const isTraced = this.#isTraced;
      const svg = await exportFloor(context, plan, { floor, scale: this.#scale, isTraced });
      const content =
        type === "svg" ? new Blob([svg], { type: "image/svg+xml" }) : await asPng(svg, this.#width);
      if (content === undefined) this.#problem = texts.exportDialog.noPng;
      else download(this.#nameOf(plan, floor, `${rev}.${type}`, context), content);
    }
  }

  #nameOf(
    plan: PlanData,
    floor: string | undefined,
    end: string,
    { texts }: EditorContext,
  ): string {
    const parts = [texts.panels.file.fileName, fileNameOf(floorName(plan, floor)), end];
    return parts.filter((part) => part !== "").join("-");
  }
}

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
