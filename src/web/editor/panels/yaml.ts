import { isLeft, isRight } from "fp-ts/lib/Either.js";
import { css, html } from "lit";
import type { PlanProblem } from "../../client/plan-client.ts";
import { isObject, same } from "../../../json/json.ts";
import { type PlanData } from "../../../elements/entities.ts";
import { partOf, replacePart } from "../../model/apply-text.ts";
import { findRefs, type Ref } from "../../../elements/ref.ts";
import { type FileProblem, problemOfPlan } from "../../model/plan-file.ts";
import { entityName } from "./entity-name.ts";
import { define, Panel, type PanelContext } from "./panel.ts";
import { fileProblemText } from "./file-problem.ts";
import { panelStyle } from "./panel-style.ts";
import { problemText } from "./problem-text.ts";
import type { YamlEditor } from "./yaml-editor.ts";

/** What a text was written of. */
interface Source {
  readonly plan: PlanData;
  /** What it is about; empty for the whole plan. */
  readonly refs: readonly Ref[];
}

/** The selection or the whole plan as YAML; what is applied is one undo step, and only if it can be read. */
class Yaml extends Panel {
  static override properties = {
    ...Panel.properties,
    isWhole: { state: true },
    problem: { state: true },
    content: { state: true },
    said: { state: true },
    isLoaded: { state: true },
  };
  static override styles = [
    panelStyle,
    css`
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
    `,
  ];

  declare isWhole: boolean;
  declare problem: PlanProblem | undefined;
  declare content: FileProblem | undefined;
  declare said: string;
  declare isLoaded: boolean;
  #editor: YamlEditor | undefined;
  #source: Source | undefined;
  #isTouched = false;

  constructor() {
    super();
    this.isWhole = false;
    this.isLoaded = false;
    this.said = "";
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#editor?.close();
    this.#editor = undefined;
    this.#source = undefined;
    this.isLoaded = false;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    void this.#load();
  }

  override render() {
    const { context } = this;
    if (context === undefined) return undefined;
    const { texts, view, session } = context;
    const words = texts.panels.yaml;
    const { selection } = view.state;
    const isStale =
      this.#source !== undefined &&
      (this.#source.plan !== session.state.plan ||
        this.#source.refs.join() !== this.#wanted(context).join());
    return html`<div class="stack">
      <h2>${texts.panels.titles.yaml}</h2>
      <select
        aria-label=${words.scope}
        @change=${({ target }: Event) => {
          this.isWhole = target instanceof HTMLSelectElement && target.value === "whole";
          void this.#write();
        }}
      >
        <option
          value="selection"
          ?disabled=${selection.length === 0}
          .selected=${!this.#isAll(context)}
        >
          ${this.#selected(context)}
        </option>
        <option value="whole" .selected=${this.#isAll(context)}>${words.whole}</option>
      </select>
      ${this.isLoaded ? undefined : html`<p class="muted" role="status">${words.loading}</p>`}
      <div id="editor"></div>
      ${
        isStale && this.#isTouched
          ? html`<p class="muted">${words.stale}</p>
              <div><button @click=${() => this.#write()}>${words.reload}</button></div>`
          : undefined
      }
      <div class="bad" role="alert">
        ${this.problem === undefined ? undefined : problemText(this.problem, texts)}
        ${this.content === undefined ? undefined : fileProblemText(this.content, "YAML", texts)}
      </div>
      <div class="row">
        <button class="main" ?disabled=${!this.isLoaded} @click=${() => this.#apply(context)}>
          ${texts.panels.apply}
        </button>
        <span role="status">${this.said}</span>
      </div>
    </div>`;
  }

  override updated(): void {
    if (this.context === undefined || this.#source === undefined || this.#isTouched) return;
    // A text that nobody has touched follows what is selected and what changes.
    const isOther = this.#source.refs.join() !== this.#wanted(this.context).join();
    if (isOther || this.#source.plan !== this.context.session.state.plan) void this.#write();
  }

  #selected({ view, session, texts }: PanelContext): string {
    const found = findRefs(session.state.plan, view.state.selection);
    const [only] = found;
    return only === undefined || found.length > 1
      ? texts.panels.yaml.selection(found.length)
      : entityName(only, texts);
  }

  #isAll({ view }: PanelContext): boolean {
    return this.isWhole || view.state.selection.length === 0;
  }

  #wanted(context: PanelContext): readonly Ref[] {
    return this.#isAll(context) ? [] : context.view.state.selection;
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
      this.said = "";
    });
    this.isLoaded = true;
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
    const answer = await context.client.dumpYaml(data);
    if (this.#source !== source || this.#isTouched) return;
    this.content = undefined;
    this.problem = isLeft(answer) ? answer.left : undefined;
    if (isRight(answer)) this.#editor?.setText(answer.right);
  }

  async #apply({ client, session, texts }: PanelContext): Promise<void> {
    const [editor, source] = [this.#editor, this.#source];
    if (editor === undefined || source === undefined) return;
    editor.clear();
    const answer = await client.parseYaml(editor.text());
    this.problem = isLeft(answer) ? answer.left : undefined;
    this.content = isRight(answer) ? problemOfPlan(answer.right) : undefined;
    if (isLeft(answer)) {
      const line = /\(line (\d+)/.exec(answer.left.message)?.[1];
      if (line !== undefined) editor.fail(Number(line), answer.left.message);
      return;
    }
    const data = answer.right;
    if (this.content !== undefined || !isObject(data)) return;
    const { refs } = source;
    const change = (plan: PlanData): PlanData =>
      refs.length === 0 ? data : replacePart(plan, refs, data);
    const { plan } = session.state;
    const words = texts.panels.yaml;
    this.said = same(plan, change(plan)) ? words.same : words.applied;
    this.#isTouched = false;
    session.edit({ action: "yaml" }, change, source.plan);
    await this.#write();
  }
}

define("floorplan-yaml", Yaml);
