import { css, html, nothing, type PropertyDeclarations, type TemplateResult } from "lit";
import { isLeft, left } from "fp-ts/lib/Either.js";
import { isBlank } from "../../../model/elements/entities.ts";
import { withImageUrls } from "../../../model/import/images.ts";
import type { PlanProblem } from "../../connection/plan-client.ts";
import { chooseFiles } from "../../ui/choose-files.ts";
import { editedDrawingStyle } from "../../renderer/style-editing.ts";
import type { ReadImport } from "./import-worker.ts";
import { type AddedFloors, addFloors, readImportFiles, uploadImages } from "./apply-import.ts";
import { importTranslator, type ImportTexts } from "../../i18n/import-translator.ts";
import { EditorComponent, type EditorContext } from "../component.ts";
import { floorName } from "../export/floor-export.ts";
import { panelStyle } from "../inspector/panel-style.ts";
import { problemText } from "../inspector/problems.ts";
import { wideDialogStyle } from "../inspector/wide-dialog-style.ts";
import { preview } from "./preview.ts";

/** Styles of the import dialog. */
const dialogStyle = css`
  :host {
    --dialog-width: 620px;
    --drawing-height: min(32vh, 260px);
  }
  .row:last-child {
    position: sticky;
    bottom: -18px;
    margin-bottom: -18px;
    padding-block: 8px 18px;
    background: var(--fp-field);
  }
  ul {
    margin: 4px 0 0;
    padding-inline-start: 1.2em;
  }
  summary {
    padding-block: 4px;
    cursor: pointer;
  }
  .names {
    display: block;
    color: var(--fp-muted);
  }
`;

/** State of an import. */
type Stage =
  | { readonly is: "reading" }
  | { readonly is: "refused"; readonly why: string }
  | {
      readonly is: "read";
      readonly read: ReadImport;
      /** Why its images could not be uploaded, if that failed. */
      readonly problem?: PlanProblem;
    }
  /** Its images are being sent, now that of this floor. */
  | { readonly is: "sending"; readonly read: ReadImport; readonly floor: string };

/** Shows what an import contains and loses, and imports it as one undo step. */
export class ImportDialog extends EditorComponent {
  static override properties: PropertyDeclarations = {
    ...EditorComponent.properties,
    stage: { state: true },
  };
  static override styles = [editedDrawingStyle, panelStyle, wideDialogStyle, dialogStyle];

  declare stage: Stage;
  #name = "";
  #abort = new AbortController();

  constructor() {
    super();
    this.stage = { is: "reading" };
  }

  /** Reads files and shows their contents. */
  async read(files: readonly File[]): Promise<void> {
    const { context } = this;
    if (context === undefined) return;
    this.#abort.abort();
    this.#abort = new AbortController();
    const { signal } = this.#abort;
    this.#name = files[0]?.name ?? "";
    this.stage = { is: "reading" };
    await importTranslator.ready([context.language]);
    const words = this.#texts(context);
    // Only the code that reads can fail to load.
    const reading = await readImportFiles(files, words, signal).catch(() =>
      left(words.importDialog.unreachable),
    );
    if (signal.aborted) return;
    if (!isLeft(reading)) this.stage = { is: "read", read: reading.right };
    else if (reading.left !== undefined) this.stage = { is: "refused", why: reading.left };
  }

  override updated(): void {
    const dialog = this.renderRoot.querySelector("dialog");
    if (dialog?.open === false) dialog.showModal();
    // The pressed button may be gone; keep the focus in the dialog.
    if (this.shadowRoot?.activeElement === null) dialog?.focus();
  }

  override render(): TemplateResult | typeof nothing {
    const { context } = this;
    if (context === undefined) return nothing;
    const { importDialog } = this.#texts(context);
    return html`<dialog aria-labelledby="title" tabindex="-1" @close=${this.#closed}>
      <h2 id="title">${importDialog.title}</h2>
      ${this.#content(context, this.#texts(context))}
    </dialog>`;
  }

  #texts({ language }: EditorContext): ImportTexts {
    return importTranslator.now([language]).texts;
  }

  #content(context: EditorContext, texts: ImportTexts): TemplateResult {
    const { importDialog: words } = texts;
    const { stage } = this;
    const away = (name: string): TemplateResult =>
      html`<button @click=${this.#close}>${name}</button>`;
    switch (stage.is) {
      case "reading":
        return html`<p role="status">${words.reading}</p>
          <div class="row">${away(words.cancel)}</div>`;
      case "refused":
        return html`<p class="bad" role="alert">${stage.why}</p>
          <div class="row">
            <button @click=${() => chooseFiles((files) => void this.read(files))}>
              ${words.others}
            </button>
            ${away(words.close)}
          </div>`;
      case "sending":
        return html`<p role="status">${words.uploading(stage.floor)}</p>
          <div class="row">
            <button @click=${() => this.#abort.abort()}>${words.cancel}</button>
          </div>`;
      case "read":
        return html`${preview(stage.read, this.#name, context, texts)}
          ${
            stage.problem === undefined
              ? nothing
              : html`<div class="bad" role="alert">
                  ${
                    stage.problem.code === "aborted"
                      ? words.ended
                      : problemText(stage.problem, context.texts)
                  }
                </div>`
          }
          <p class="muted">${words.unsaved}</p>
          <div class="row">
            ${this.#choices(context, texts, stage.read)} ${away(words.cancel)}
          </div>`;
    }
  }

  #choices(
    context: EditorContext,
    { importDialog: words }: ImportTexts,
    read: ReadImport,
  ): TemplateResult {
    const { plan, connection } = context.session.state;
    // Disabled until the plan is loaded, which would replace the import.
    const button = (name: string, take: () => void, look = ""): TemplateResult =>
      html`<button class=${look} ?disabled=${connection === "waiting"} @click=${take}>
        ${name}
      </button>`;
    const replace = (): void => void this.#take(read, undefined);
    if (isBlank(plan)) return button(words.take, replace, "main");
    const add = (): void =>
      void this.#take(
        read,
        addFloors(context.session.state.plan, read.imported.plan, context.texts.editor.firstLevel),
      );
    return html`${button(words.replace, replace, "main")} ${button(words.add, add)}`;
  }

  /** Uploads the images first; the drawing changes once all are stored. Adds `floors`, or else replaces the plan. */
  async #take(read: ReadImport, floors: AddedFloors | undefined): Promise<void> {
    const { context } = this;
    if (context === undefined) return;
    const { client, session, view, texts } = context;
    const { imported } = read;
    this.#abort = new AbortController();
    const { signal } = this.#abort;
    const floorOf = (level: string): string => floors?.ids.get(level) ?? level;
    const urls = await uploadImages(imported.images, {
      client,
      floorOf,
      tell: (level) => {
        const floor = floorName(imported.plan, level) || level;
        this.stage = { is: "sending", read, floor };
      },
      signal,
    });
    if (!this.isConnected) return;
    if (isLeft(urls)) {
      this.stage = { is: "read", read, problem: urls.left };
      return;
    }
    // What it shows goes in a task of its own, so that a large plan does not hold up the page.
    this.#close();
    await new Promise((resolve) => setTimeout(resolve));
    const label = { action: "import", name: this.#name };
    if (floors === undefined) session.restore(withImageUrls(imported.plan, urls.right), label);
    else session.edit(label, (plan) => withImageUrls(floors.change(plan), urls.right));
    const [first] = floors?.ids.values() ?? [];
    view.update({ level: first, selection: [], tool: "select" });
    context.say(texts.panels.file.imported(this.#name));
  }

  readonly #close = (): void => this.renderRoot.querySelector("dialog")?.close();

  readonly #closed = (): void => {
    this.#abort.abort();
    this.remove();
  };
}
