import { css, html } from "lit";
import { findRefs, type Ref } from "../../../model/elements/entities.ts";
import { deepEqual } from "../../../model/json.ts";
import { partOf } from "../../../model/editing/plan-text.ts";
import type { InvalidInput } from "../../store/session-state.ts";
import { type EditorContext, defineElement } from "../component.ts";
import { Panel } from "./panel.ts";
import { problemAlert } from "./problems.ts";
import { entityName } from "../tools/kind-tools.ts";
import { valueOf } from "./inputs.ts";
import type { YamlDraft } from "./yaml-draft.ts";
import type { YamlEditor } from "./yaml-editor.ts";
import type { YamlKnown } from "./yaml-options.ts";

/** The panel of the selection or the whole plan as YAML; applying valid text is one undo step. */
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
  /** The text's subject, and its original text. */
  #source: InvalidInput | undefined;

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

  protected override content(context: EditorContext) {
    const { texts, view, yamlDraft: draft } = context;
    const words = texts.panels.yaml;
    const { selection } = view.state;
    const isAll = this.#wanted(context).length === 0;
    const isLoaded = this.#editor !== undefined;
    const isTouched = draft.text !== undefined;
    return html`<h2>${texts.panels.titles.yaml}</h2>
      <select
        aria-label=${words.scope}
        ?disabled=${isTouched}
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
        isTouched
          ? html`<p class="muted">
                ${this.#isStale(context) ? words.stale : texts.forms.notApplied}
              </p>
              <button @click=${() => this.#write()}>${words.reload}</button>`
          : undefined
      }
      ${problemAlert(draft.problem ?? this.problem, texts)}
      <div class="row">
        <button class="main" ?disabled=${!isLoaded} @click=${() => this.#apply(context)}>
          ${texts.panels.apply}
        </button>
        <span role="status">${this.#said}</span>
      </div>`;
  }

  override updated(): void {
    // An untouched text follows the selection and the plan.
    const { context } = this;
    if (context === undefined || context.yamlDraft.text !== undefined) return;
    if (this.#isStale(context)) void this.#write();
  }

  #selected({ view, session, yamlDraft, texts }: EditorContext): string {
    const refs = yamlDraft.text?.of.refs ?? view.state.selection;
    const found = findRefs(session.state.plan, refs);
    const [only] = found;
    return only === undefined || found.length > 1
      ? texts.panels.yaml.selection(found.length)
      : entityName(only, texts);
  }

  /** The elements to edit: those of a text not applied yet, else the selection; empty for the whole plan. */
  #wanted({ view, yamlDraft }: EditorContext): readonly Ref[] {
    const { text } = yamlDraft;
    if (text !== undefined) return text.of.refs;
    return this.#isWhole ? [] : view.state.selection;
  }

  #isStale(context: EditorContext): boolean {
    const of = this.#source?.of;
    if (of === undefined) return false;
    const { plan } = context.session.state;
    return !deepEqual(of.plan, plan) || of.refs.join() !== this.#wanted(context).join();
  }

  async #load(): Promise<void> {
    const { openYamlEditor } = await import("./yaml-editor.ts");
    await this.updateComplete;
    const parent = this.renderRoot.querySelector<HTMLElement>("#editor");
    const { context, shadowRoot } = this;
    if (!this.isConnected || parent === null || shadowRoot === null || context === undefined)
      return;
    this.#editor ??= openYamlEditor(parent, shadowRoot, {
      label: context.texts.panels.yaml.label,
      known: () => this.#known(context),
      changed: () => this.#touched(context),
    });
    const { yamlDraft: draft } = context;
    draft.changed = () => this.#show(draft);
    this.requestUpdate();
    const { text: kept } = draft;
    if (kept === undefined) return this.#write();
    // Typed when the panel was last open.
    this.#source = kept;
    this.#editor.setText(kept.text);
    this.#show(draft);
  }

  #touched({ yamlDraft }: EditorContext): void {
    const source = this.#source;
    const text = this.#editor?.text();
    if (source === undefined || text === undefined) return;
    yamlDraft.keep(text === source.text ? undefined : { text, of: source.of });
    this.#said = "";
    this.requestUpdate();
  }

  /** Data for completion. */
  #known({ session, registries, texts }: EditorContext): YamlKnown {
    const isWhole = this.#source?.of.refs.length === 0;
    return { plan: session.state.plan, registry: registries.now, texts, isWhole };
  }

  /** Marks the error in the text. */
  #show({ problem, line }: YamlDraft): void {
    this.#editor?.clear();
    if (problem !== undefined && "code" in problem && line !== undefined)
      this.#editor?.fail(line, problem.message);
    this.requestUpdate();
  }

  async #write(): Promise<void> {
    const { context } = this;
    if (context === undefined || this.#editor === undefined) return;
    context.yamlDraft.keep(undefined);
    const { plan } = context.session.state;
    const of = { plan, refs: this.#wanted(context) };
    const source = { text: "", of };
    this.#source = source;
    const data = of.refs.length === 0 ? plan : partOf(plan, of.refs);
    await this.ask(context.client.dumpYaml(data), (text) => {
      if (this.#source !== source || context.yamlDraft.text !== undefined) return;
      this.#source = { text, of };
      this.#editor?.setText(text);
    });
  }

  async #apply(context: EditorContext): Promise<void> {
    const done = await context.yamlDraft.apply(context.client);
    this.#said = done === undefined ? "" : context.texts.panels.yaml[done];
    this.requestUpdate();
  }
}

defineElement("floorplan-yaml", Yaml);
