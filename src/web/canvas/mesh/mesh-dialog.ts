import { html, nothing, type PropertyDeclarations, type TemplateResult } from "lit";
import { isLeft } from "fp-ts/lib/Either.js";
import type { PlanData } from "../../../model/elements/entities.ts";
import { levelsOf, shownLevel } from "../../../model/elements/levels.ts";
import type { Mesh, MeshKind } from "../../../model/mesh/mesh.ts";
import type { JudgedLink } from "../../../model/mesh/judged-links.ts";
import { qualitiesAt } from "../../../model/mesh/mesh-past.ts";
import { editedDrawingStyle } from "../../renderer/style-editing.ts";
import { tabStrip } from "../../ui/tabs.ts";
import { EditorComponent, type EditorContext } from "../component.ts";
import { timeIn } from "../formats.ts";
import { labelled, valueOf } from "../inspector/inputs.ts";
import { listRows } from "../inspector/panel.ts";
import { panelStyle } from "../inspector/panel-style.ts";
import { type Problem, problemAlert } from "../inspector/problems.ts";
import { drawThumbnail } from "../inspector/thumbnail.ts";
import { wideDialogStyle } from "../inspector/wide-dialog-style.ts";
import { drawMesh, type MeshChoice } from "./mesh-drawing.ts";
import { meshLegend } from "./mesh-legend.ts";
import { meshSlider, nodesThen, type ShownPast, shownSince, thenWords } from "./mesh-past.ts";
import { askPast, listMeshes, type MeshList, readMesh } from "./mesh-requests.ts";
import { meshStyle } from "./mesh-style.ts";
import { type MeshView, viewMesh } from "./mesh-view.ts";
import { bestWords, linkName, linkWords, nodeWords, type Speech } from "./mesh-words.ts";

/** The most links of the list; the weakest come first. */
const maxRows = 100;

/** Shows a radio mesh on the plan: reads it, draws it, and tells what explains its links. */
export class MeshDialog extends EditorComponent {
  static override properties: PropertyDeclarations = {
    ...EditorComponent.properties,
    list: { state: true },
    kind: { state: true },
    isReading: { state: true },
    problem: { state: true },
    chosen: { state: true },
    level: { state: true },
    past: { state: true },
    moment: { state: true },
  };
  static override styles = [editedDrawingStyle, panelStyle, wideDialogStyle, meshStyle];

  declare list: MeshList | undefined;
  declare kind: MeshKind | undefined;
  declare isReading: boolean;
  declare problem: Problem | undefined;
  declare chosen: MeshChoice;
  declare level: string | undefined;
  /** What is known of the last day of the chosen mesh. */
  declare past: ShownPast | undefined;
  /** The moment that is looked back at, in seconds since 1970; undefined if the mesh is as it was read. */
  declare moment: number | undefined;
  #baseTopic = "zigbee2mqtt";
  #view: MeshView | undefined;

  constructor() {
    super();
    this.isReading = false;
  }

  /** Asks for the meshes that there are. */
  async open(): Promise<void> {
    const { context } = this;
    if (context === undefined) return;
    this.level = context.view.state.level;
    const list = await listMeshes(context.client);
    if (isLeft(list)) this.problem = list.left;
    else {
      this.list = list.right;
      this.kind ??= list.right.last.at(-1)?.kind ?? list.right.kinds[0];
      await this.#lookBack();
    }
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
    const { mesh: words } = context.texts;
    return html`<dialog aria-labelledby="title" tabindex="-1" @close=${() => this.remove()}>
      <div class="row head">
        <h2 id="title">${words.title}</h2>
        <button @click=${this.#close}>${words.close}</button>
      </div>
      ${this.#asking(context)}
      <p role="status">${this.isReading ? words.reading : this.#age(context)}</p>
      ${problemAlert(this.problem, context.texts)} ${this.#shown(context)}
    </dialog>`;
  }

  get #mesh(): Mesh | undefined {
    return this.list?.last.find(({ kind }) => kind === this.kind);
  }

  #speech({ texts, language }: EditorContext): Speech {
    return { words: texts.mesh, language, now: Date.now() / 1000 };
  }

  #asking({ texts: { mesh: words } }: EditorContext): TemplateResult | typeof nothing {
    const { list, kind } = this;
    if (list === undefined) return nothing;
    if (list.kinds.length === 0) return html`<p>${words.none}</p>`;
    const choice = html`<select @change=${(event: Event) => this.#choose(valueOf(event))}>
      ${list.kinds.map(
        (each) =>
          html`<option value=${each} ?selected=${each === kind}>${words.kinds[each]}</option>`,
      )}
    </select>`;
    return html`<div class="row">
      ${labelled(words.which, choice)}
      ${
        kind === "zigbee2mqtt"
          ? labelled(
              words.baseTopic,
              html`<input
                .value=${this.#baseTopic}
                @change=${(event: Event) => (this.#baseTopic = valueOf(event))}
              />`,
            )
          : nothing
      }
      <button class="main" ?disabled=${this.isReading} @click=${() => void this.#read()}>
        ${words.read}
      </button>
    </div>`;
  }

  #age({ texts: { mesh: words }, language }: EditorContext): string {
    const mesh = this.#mesh;
    if (this.list === undefined || this.kind === undefined) return "";
    if (mesh === undefined) return words.notRead;
    const { at, ago } = timeIn(language, mesh.at * 1000);
    return [
      words.readAt(at, ago),
      mesh.kind === "zha" ? words.scanning : "",
      mesh.left_out === 0 ? "" : words.leftOut(mesh.left_out),
    ].join(" ");
  }

  #shown(context: EditorContext): TemplateResult | typeof nothing {
    const view = this.#viewOf(context.session.state.plan);
    if (view === undefined) return nothing;
    const { texts } = context;
    const { mesh: words } = texts;
    const speech = this.#speech(context);
    const { plan, mesh, placed } = view;
    const level = shownLevel(plan, this.level);
    const levels = levelsOf(plan);
    const drawing = {
      level,
      chosen: this.chosen,
      choose: (chosen: MeshChoice) => (this.chosen = chosen),
      now: speech.now,
      qualities: this.#qualities,
    };
    return html`${
        levels.length < 2
          ? nothing
          : tabStrip(
              { label: texts.editor.levels, shown: level },
              levels,
              (id) => (this.level = id),
            )
      }
      ${drawThumbnail(plan, texts, { level, label: words.drawing, pixels: 700, over: drawMesh(view, drawing) })}
      ${meshLegend(words)}
      ${
        this.past === undefined
          ? nothing
          : meshSlider(this.past, this.moment, speech, (moment) => (this.moment = moment))
      }
      <p aria-live="polite">${this.#told(view, speech)}</p>
      <p>${mesh.links.length === 0 ? words.noLinks : bestWords(view, speech)}</p>
      ${this.past && this.moment !== undefined ? nodesThen(view, this.past, this.moment, speech, texts) : nothing}
      ${this.#links(view, speech, context)}
      ${
        placed.unplaced.length === 0
          ? nothing
          : html`<section>
              <h3>${words.unplaced}</h3>
              <p class="muted">${words.unplacedHint}</p>
              <ul class="list">
                ${listRows(placed.unplaced, maxRows, texts, (node) => html`<li>${node.name} · ${nodeWords(node, speech)}</li>`)}
              </ul>
            </section>`
      }`;
  }

  /** What was chosen, in words. */
  #told(view: MeshView, speech: Speech): TemplateResult | string {
    const { chosen } = this;
    if (chosen === undefined) return speech.words.choose;
    if ("link" in chosen)
      return html`<strong>${linkName(view, chosen.link)}</strong>: ${linkWords(chosen.link, speech)}`;
    const node = view.nodes.get(chosen.node);
    return node === undefined
      ? ""
      : html`<strong>${node.name}</strong>: ${nodeWords(node, speech)}
          ${thenWords(this.past, this.moment, node, speech)}`;
  }

  get #qualities(): ReadonlyMap<string, number> | undefined {
    return this.past && this.moment !== undefined ? qualitiesAt(this.past, this.moment) : undefined;
  }

  #links(
    view: MeshView,
    speech: Speech,
    { texts }: EditorContext,
  ): TemplateResult | typeof nothing {
    if (view.links.length === 0) return nothing;
    const isThis = (link: JudgedLink): boolean =>
      this.chosen !== undefined && "link" in this.chosen && this.chosen.link.link === link.link;
    return html`<section>
      <h3>${speech.words.links}</h3>
      <ul class="list">
        ${listRows(
          view.links,
          maxRows,
          texts,
          (link) =>
            html`<li>
              <button
                class="entry"
                aria-pressed=${isThis(link)}
                @click=${() => (this.chosen = isThis(link) ? undefined : { link })}
              >
                <strong>${linkName(view, link)}</strong>
                <small class="muted">${linkWords(link, speech)}</small>
              </button>
            </li>`,
        )}
      </ul>
    </section>`;
  }

  #choose(value: string): void {
    this.kind = this.list?.kinds.find((each) => each === value);
    this.chosen = undefined;
    this.problem = undefined;
    void this.#lookBack();
  }

  async #read(): Promise<void> {
    const { context, kind, list } = this;
    if (context === undefined || kind === undefined || list === undefined) return;
    this.isReading = true;
    this.problem = undefined;
    const mesh = await readMesh(context.client, kind, this.#baseTopic);
    this.isReading = false;
    if (isLeft(mesh)) {
      this.problem = mesh.left;
      return;
    }
    this.chosen = undefined;
    const others = list.last.filter((each) => each.kind !== kind);
    this.list = { ...list, last: [...others, mesh.right] };
    await this.#lookBack();
  }

  /** Asks for the last day of the chosen mesh. */
  async #lookBack(): Promise<void> {
    const mesh = this.#mesh;
    this.past = undefined;
    this.moment = undefined;
    if (mesh === undefined || this.context === undefined) return;
    const since = shownSince(Date.now() / 1000);
    const past = await askPast(this.context.client, mesh.kind, since);
    if (mesh !== this.#mesh) return;
    if (isLeft(past)) this.problem = past.left;
    else this.past = { ...past.right, since };
  }

  /** What is shown of the mesh on a plan, made anew only if one of them has changed. */
  #viewOf(plan: PlanData): MeshView | undefined {
    const mesh = this.#mesh;
    if (mesh === undefined) return undefined;
    if (this.#view?.mesh !== mesh || this.#view.plan !== plan) this.#view = viewMesh(mesh, plan);
    return this.#view;
  }

  readonly #close = (): void => this.renderRoot.querySelector("dialog")?.close();
}
