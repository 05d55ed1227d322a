import { css, html } from "lit";
import { isObject, type Json, same } from "../../../json/json.ts";
import type { PlanData } from "../../../elements/entities.ts";
import { partOf, replacePart } from "../../model/apply-text.ts";
import { findRefs, type Ref } from "../../../elements/ref.ts";
import { problemOfPlan } from "../../model/plan-file.ts";
import { entityName } from "./entity-name.ts";
import { valueOf } from "./inputs.ts";
import { define, type PartContext } from "../part.ts";
import { Panel } from "./panel.ts";
import { problemAlert } from "./problem-text.ts";
import type { YamlEditor } from "./yaml-editor.ts";

/** What a text was written of. */
interface Source {
  readonly plan: PlanData;
  /** What it is about; empty for the whole plan. */
  readonly refs: readonly Ref[];
}

/** The selection or the whole plan as YAML; what is applied is one undo step, and only if it can be read. */
class Yaml extends Panel {
  static override styles = css`
    #editor {
      height: min(52vh, 560px);
      border: 1px solid var(--line);
      border-radius: 8px;
      overflow: hidden;
    }
    .said {
      white-space: pre-wrap;
      overflow-wrap: anywhere;
    }
  `;

  #isWhole = false;
  #said = "";
  #editor: YamlEditor | undefined;
  #source: Source | undefined;
  #isTouched = false;

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#editor?.close();
    this.#editor = undefined;
    this.#source = undefined;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    void this.#load();
  }

  protected override content(context: PartContext) {
    const { texts, view } = context;
    const words = texts.panels.yaml;
    const { selection } = view.state;
    const isAll = this.#wanted(context).length === 0;
    const isLoaded = this.#editor !== undefined;
    return html`<h2>${texts.panels.titles.yaml}</h2>
      <select
        aria-label=${words.scope}
        @change=${(event: Event) => {
          this.#isWhole = valueOf(event) === "whole";
          void this.#write();
        }}
      >
        <option value="selection" ?disabled=${selection.length === 0} .selected=${!isAll}>
          ${this.#selected(context)}
        </option>
        <option value="whole" .selected=${isAll}>${words.whole}</option>
      </select>
      ${isLoaded ? undefined : html`<p class="muted" role="status">${words.loading}</p>`}
      <div id="editor"></div>
      ${
        this.#isTouched && this.#isStale(context)
          ? html`<p class="muted">${words.stale}</p>
              <button @click=${() => this.#write()}>${words.reload}</button>`
          : undefined
      }
      ${problemAlert(this.problem, texts)}
      <div class="row">
        <button class="main" ?disabled=${!isLoaded} @click=${() => this.#apply(context)}>
          ${texts.panels.apply}
        </button>
        <span role="status">${this.#said}</span>
      </div>`;
  }

  override updated(): void {
    // A text that nobody has touched follows what is selected and what changes.
    if (this.context !== undefined && !this.#isTouched && this.#isStale(this.context))
      void this.#write();
  }

  #selected({ view, session, texts }: PartContext): string {
    const found = findRefs(session.state.plan, view.state.selection);
    const [only] = found;
    return only === undefined || found.length > 1
      ? texts.panels.yaml.selection(found.length)
      : entityName(only, texts);
  }

  /** What is to be edited; empty for the whole plan. */
  #wanted({ view }: PartContext): readonly Ref[] {
    return this.#isWhole ? [] : view.state.selection;
  }

  #isStale(context: PartContext): boolean {
    const source = this.#source;
    if (source === undefined) return false;
    const { plan } = context.session.state;
    return source.plan !== plan || source.refs.join() !== this.#wanted(context).join();
  }

  async #load(): Promise<void> {
    const { openYamlEditor } = await import("./yaml-editor.ts");
    await this.updateComplete;
    const parent = this.renderRoot.querySelector<HTMLElement>("#editor");
    const { context, shadowRoot } = this;
    if (!this.isConnected || parent === null || shadowRoot === null || context === undefined)
      return;
    this.#editor ??= openYamlEditor(parent, shadowRoot, context.texts.panels.yaml.label, () => {
      this.#isTouched = true;
      this.#said = "";
      this.requestUpdate();
    });
    this.requestUpdate();
    await this.#write();
  }

  async #write(): Promise<void> {
    const { context } = this;
    if (context === undefined || this.#editor === undefined) return;
    const { plan } = context.session.state;
    const source = { plan, refs: this.#wanted(context) };
    this.#source = source;
    this.#isTouched = false;
    const data = source.refs.length === 0 ? plan : partOf(plan, source.refs);
    await this.ask(context.client.dumpYaml(data), (text) => {
      if (this.#source === source && !this.#isTouched) this.#editor?.setText(text);
    });
  }

  async #apply(context: PartContext): Promise<void> {
    const [editor, source] = [this.#editor, this.#source];
    if (editor === undefined || source === undefined) return;
    editor.clear();
    await this.ask(context.client.parseYaml(editor.text()), (data) =>
      this.#take(data, source, context),
    );
    const message =
      this.problem !== undefined && "code" in this.problem ? this.problem.message : "";
    const line = /\(line (\d+)/.exec(message)?.[1];
    if (line !== undefined) editor.fail(Number(line), message);
  }

  #take(data: Json, { plan, refs }: Source, { session, texts }: PartContext): void {
    const problem = problemOfPlan(data);
    this.problem = problem && { ...problem, name: "YAML" };
    if (problem !== undefined || !isObject(data)) return;
    const change = (before: PlanData): PlanData =>
      refs.length === 0 ? data : replacePart(before, refs, data);
    const words = texts.panels.yaml;
    const now = session.state.plan;
    this.#said = same(now, change(now)) ? words.same : words.applied;
    this.#isTouched = false;
    session.edit({ action: "yaml" }, change, plan);
    void this.#write();
  }
}

define("floorplan-yaml", Yaml);
