import { isLeft } from "fp-ts/lib/Either.js";
import { css, html } from "lit";
import { findRefs, type PlanData, type Ref } from "../../../model/elements/entities.ts";
import { deepEqual, isObject } from "../../../model/json.ts";
import { partOf, problemOfPlan, replacePart } from "../../../model/editing/plan-text.ts";
import type { EditorSession } from "../../store/editor-session.ts";
import type { InvalidInput } from "../../store/session-state.ts";
import { type ComponentContext, defineElement } from "../component.ts";
import { Panel, type Problem, problemAlert } from "./panel.ts";
import { entityName } from "../tools/kind-tools.ts";
import { valueOf } from "./inputs.ts";
import type { YamlEditor } from "./yaml-editor.ts";
import type { YamlKnown } from "./yaml-options.ts";

/** Where a session holds the text that is not applied. */
const place = "yaml";

/** The text that was written and not applied, which outlives the panel that it is written in. */
class YamlDraft {
  readonly #session: EditorSession;
  /** Called when something else is to be shown. */
  changed: () => void = () => undefined;
  /** Why the text could not be applied when that was last tried. */
  problem: Problem | undefined;

  constructor(session: EditorSession) {
    this.#session = session;
  }

  get held(): InvalidInput | undefined {
    return this.#session.state.invalidInputs.get(place);
  }

  /** Keeps the text as unsaved work; undefined lets go of it. */
  hold(held: InvalidInput | undefined): void {
    this.problem = undefined;
    this.#session.keepInvalidInput(place, held);
  }

  /** The line that the problem is about, from 1. */
  get line(): number | undefined {
    const { problem } = this;
    const message = problem !== undefined && "code" in problem ? problem.message : "";
    const line = /\(line (\d+)/.exec(message)?.[1];
    return line === undefined ? undefined : Number(line);
  }

  /** Makes the text part of the plan, as one undo step: `applied`, or `same` where it says what the plan is; undefined where it cannot be. */
  async apply({ client, session }: ComponentContext): Promise<"applied" | "same" | undefined> {
    const { held } = this;
    if (held === undefined) return "same";
    const { text, of } = held;
    const answer = await client.parseYaml(text);
    const data = isLeft(answer) ? undefined : answer.right;
    const wrong = data === undefined ? undefined : problemOfPlan(data);
    this.problem = isLeft(answer) ? answer.left : wrong && { ...wrong, name: "YAML" };
    this.changed();
    if (this.problem !== undefined || !isObject(data)) return undefined;
    const change = (plan: PlanData): PlanData =>
      of.refs.length === 0 ? data : replacePart(plan, of.refs, data);
    const now = session.state.plan;
    const isSame = deepEqual(now, change(now));
    session.edit({ action: "yaml" }, change, deepEqual(of.plan, now) ? undefined : of.plan);
    // What was written since it was sent is work still.
    if (this.held === held) this.hold(undefined);
    return isSame ? "same" : "applied";
  }
}

const works = new WeakMap<EditorSession, YamlDraft>();

/** The one of a session. */
export const yamlDraftOf = (session: EditorSession): YamlDraft => {
  const work = works.get(session) ?? new YamlDraft(session);
  works.set(session, work);
  return work;
};

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
  /** What the text was written of, and how it read then. */
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

  protected override content(context: ComponentContext) {
    const { texts, view } = context;
    const words = texts.panels.yaml;
    const { selection } = view.state;
    const isAll = this.#wanted(context).length === 0;
    const isLoaded = this.#editor !== undefined;
    const work = yamlDraftOf(context.session);
    const isTouched = work.held !== undefined;
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
      ${problemAlert(work.problem ?? this.problem, texts)}
      <div class="row">
        <button class="main" ?disabled=${!isLoaded} @click=${() => this.#apply(context)}>
          ${texts.panels.apply}
        </button>
        <span role="status">${this.#said}</span>
      </div>`;
  }

  override updated(): void {
    // A text that nobody has touched follows what is selected and what changes.
    const { context } = this;
    if (context === undefined || yamlDraftOf(context.session).held !== undefined) return;
    if (this.#isStale(context)) void this.#write();
  }

  #selected({ view, session, texts }: ComponentContext): string {
    const refs = yamlDraftOf(session).held?.of.refs ?? view.state.selection;
    const found = findRefs(session.state.plan, refs);
    const [only] = found;
    return only === undefined || found.length > 1
      ? texts.panels.yaml.selection(found.length)
      : entityName(only, texts);
  }

  /** What is to be edited: what a text is about that was not applied, else what is selected; empty for the whole plan. */
  #wanted({ session, view }: ComponentContext): readonly Ref[] {
    const { held } = yamlDraftOf(session);
    if (held !== undefined) return held.of.refs;
    return this.#isWhole ? [] : view.state.selection;
  }

  #isStale(context: ComponentContext): boolean {
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
    const work = yamlDraftOf(context.session);
    work.changed = () => this.#show(work);
    this.requestUpdate();
    const { held } = work;
    if (held === undefined) return this.#write();
    // What was written before, when the panel was last here.
    this.#source = held;
    this.#editor.setText(held.text);
    this.#show(work);
  }

  #touched({ session }: ComponentContext): void {
    const source = this.#source;
    const text = this.#editor?.text();
    if (source === undefined || text === undefined) return;
    yamlDraftOf(session).hold(text === source.text ? undefined : { text, of: source.of });
    this.#said = "";
    this.requestUpdate();
  }

  /** What the text may be about now. */
  #known({ session, house, texts }: ComponentContext): YamlKnown {
    const isWhole = this.#source?.of.refs.length === 0;
    return { plan: session.state.plan, house: house.now, texts, isWhole };
  }

  /** Marks what is wrong with the text where it is. */
  #show({ problem, line }: YamlDraft): void {
    this.#editor?.clear();
    if (problem !== undefined && "code" in problem && line !== undefined)
      this.#editor?.fail(line, problem.message);
    this.requestUpdate();
  }

  async #write(): Promise<void> {
    const { context } = this;
    if (context === undefined || this.#editor === undefined) return;
    yamlDraftOf(context.session).hold(undefined);
    const { plan } = context.session.state;
    const of = { plan, refs: this.#wanted(context) };
    const source = { text: "", of };
    this.#source = source;
    const data = of.refs.length === 0 ? plan : partOf(plan, of.refs);
    await this.ask(context.client.dumpYaml(data), (text) => {
      if (this.#source !== source || yamlDraftOf(context.session).held !== undefined) return;
      this.#source = { text, of };
      this.#editor?.setText(text);
    });
  }

  async #apply(context: ComponentContext): Promise<void> {
    const done = await yamlDraftOf(context.session).apply(context);
    this.#said = done === undefined ? "" : context.texts.panels.yaml[done];
    this.requestUpdate();
  }
}

defineElement("floorplan-yaml", Yaml);
