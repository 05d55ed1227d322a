import { css, html, type TemplateResult } from "lit";
import { type Either, right, tryCatch } from "fp-ts/lib/Either.js";
import { type Entity, findRefs, refOf } from "../../../model/elements/entities.ts";
import { hasLabelPlace } from "../../../model/editing/room-annotations.ts";
import { type EditorContext, defineElement, instructionText } from "../component.ts";
import { resetLabelPlace } from "../commands/selection-edits.ts";
import { type Json, textIn } from "../../../model/json.ts";
import { type Field, fieldGroups } from "../../../model/kinds/kind.ts";
import { sharedValue } from "../../../model/editing/change.ts";
import { boundName, ownName } from "../../i18n/element-names.ts";
import { fieldWords } from "../../i18n/field-words.ts";
import { entityName, kindName } from "../tools/kind-tools.ts";
import { fieldInput } from "./field-input.ts";
import { fieldsOf, hasRulesForm, otherFields } from "./form-fields.ts";
import { FieldTransaction } from "./field-transaction.ts";
import { labelled } from "./inputs.ts";
import { Panel } from "./panel.ts";
import { planWalls } from "./room-inputs.ts";
import { rulesInput } from "./rules-input.ts";
import { type InputPhase, type InputPlace, typedInput } from "./typed-input.ts";

/** A button that resets the position of a dragged room name. */
const resetLabelButton = (room: Entity, context: EditorContext): TemplateResult | undefined =>
  room.collection === "rooms" && hasLabelPlace(context.session.state.plan, room.data)
    ? html`<div class="row">
        <button type="button" @click=${() => resetLabelPlace(context, refOf(room))}>
          ${context.texts.walls.labelBack}
        </button>
      </div>`
    : undefined;

/** Parses a value typed as JSON, undefined if empty; the left is the error message. */
const jsonIn = (text: string, wrong: string): Either<string, Json | undefined> =>
  text.trim() === ""
    ? right(undefined)
    : tryCatch(
        (): Json => JSON.parse(text),
        () => wrong,
      );

/** Milliseconds between two reads of states while rules are shown. */
const watchMs = 15_000;

/** The panel of the selection's fields; each edit is one undo step. */
class Properties extends Panel {
  static override styles = css`
    .fields {
      display: grid;
      grid-template-columns: repeat(auto-fill, minmax(128px, 1fr));
      gap: 10px;
      align-items: end;
      margin-top: 8px;
    }
    .fields + .row,
    details,
    details + .row,
    section + button {
      margin-top: 10px;
    }
    h2 {
      display: -webkit-box;
      overflow: hidden;
      -webkit-box-orient: vertical;
      -webkit-line-clamp: 3;
    }
    .long {
      grid-column: 1 / -1;
    }
    .pair {
      display: flex;
      gap: 6px;
    }
    code {
      overflow-wrap: anywhere;
    }
  `;

  readonly #filling = new FieldTransaction();
  #watching: ReturnType<typeof setInterval> | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    // Keeps the shown results of rules up to date.
    this.#watching = setInterval(() => this.#watch(), watchMs);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearInterval(this.#watching);
    this.#filling.close();
  }

  override willUpdate(): void {
    const { session, view } = this.context ?? {};
    if (session === undefined || view === undefined) return;
    this.#filling.follow(findRefs(session.state.plan, view.state.selection).map(refOf));
  }

  protected override content(context: EditorContext) {
    const { session, view, texts } = context;
    const words = texts.panels.properties;
    const selected = findRefs(session.state.plan, view.state.selection);
    const [first] = selected;
    if (first === undefined)
      return html`<h2>${texts.panels.titles.properties}</h2>
        <p class="muted">${instructionText(words.none)}</p>
        ${planWalls(context, {
          place: (field) => this.#place([], field, context),
          fill: (field) => (value, phase) => this.#fill([], field, value, context, phase),
        })}`;
    const fields = fieldsOf(selected);
    return html`${this.#head(first, selected.length, context)}
    ${fields.length === 0 ? html`<p class="muted">${words.noCommon}</p>` : undefined}
    ${fieldGroups.map((group) => this.#group(group, fields, selected, context))}
    ${selected.length === 1 ? resetLabelButton(first, context) : undefined}
    ${
      selected.length === 1 && hasRulesForm(first)
        ? rulesInput(first, context, this.#place([first], "rules", context), (rules, phase) =>
            this.#fill([first], "rules", rules, context, phase),
          )
        : undefined
    }
    ${selected.length === 1 ? this.#others(first, context) : undefined}`;
  }

  #watch(): void {
    const { session, view, registries } = this.context ?? {};
    if (session === undefined || document.visibilityState !== "visible") return;
    const [only, ...others] = findRefs(session.state.plan, view?.state.selection ?? []);
    if (others.length === 0 && only?.data["rules"] !== undefined) void registries?.refresh();
  }

  #head(first: Entity, count: number, { texts }: EditorContext): TemplateResult {
    if (count > 1) return html`<h2>${texts.panels.properties.several(count)}</h2>`;
    const kind = kindName(first, texts);
    const name = entityName(first, texts);
    const id = textIn(first.data["id"]) ?? texts.panels.properties.noId;
    const isKindAlone =
      (ownName(first.data) ?? boundName(first.collection, first.data)) === undefined;
    return html`<header>
      <h2>${name}</h2>
      <p class="muted">${isKindAlone ? undefined : html`${kind} · `}<code>id ${id}</code></p>
    </header>`;
  }

  #group(
    group: Field["group"],
    all: readonly Field[],
    selected: readonly Entity[],
    context: EditorContext,
  ): TemplateResult | undefined {
    const [first] = selected;
    const fields = all.filter((field) => field.group === group);
    if (fields.length === 0 || first === undefined) return undefined;
    const refs = selected.map(refOf);
    return html`<section>
      <h3>${context.texts.panels.properties.groups[group]}</h3>
      <div class="fields">
        ${fields.map((field) => {
          const shared = sharedValue(context.session.state.plan, refs, field.name);
          const isMixed = shared === "mixed";
          return fieldInput({
            field,
            value: isMixed ? undefined : shared.value,
            isMixed,
            data: first.data,
            context,
            place: this.#place(selected, field.name, context),
            commit: (value, phase) => this.#fill(selected, field.name, value, context, phase),
          });
        })}
      </div>
    </section>`;
  }

  #others(entity: Entity, context: EditorContext): TemplateResult | undefined {
    const names = otherFields(entity);
    if (names.length === 0) return undefined;
    const words = context.texts.panels.properties;
    return html`<section>
      <h3>${words.other}</h3>
      <p class="muted">${words.otherHint}</p>
      <div class="fields">
        ${names.map((name) =>
          labelled(
            fieldWords(name, context.texts),
            typedInput({
              place: this.#place([entity], name, context),
              shown: JSON.stringify(entity.data[name]),
              read: (text) => jsonIn(text, words.invalidJson),
              fill: (value, phase) => this.#fill([entity], name, value, context, phase),
              rows: 2,
            }),
            "field long",
          ),
        )}
      </div>
    </section>`;
  }

  #place(selected: readonly Entity[], field: string, context: EditorContext): InputPlace {
    const { session } = context;
    const refs = this.#filling.namesOf(selected.map(refOf));
    const { typedIn } = this.#filling;
    const cancel = (): void => this.#filling.cancel(context);
    const key = refs.length === 0 ? `plan/${field}` : `${refs.join(" ")} ${field}`;
    return { key, session, refs, typedIn, cancel };
  }

  #fill(
    selected: readonly Entity[],
    field: string,
    value: Json | undefined,
    context: EditorContext,
    phase: InputPhase = "done",
  ): void {
    const [first] = selected;
    const { texts } = context;
    const { several } = texts.panels.properties;
    const one = first === undefined ? texts.walls.ofPlan.titles : entityName(first, texts);
    const name = selected.length > 1 ? several(selected.length) : one;
    this.#filling.fill(context, { refs: selected.map(refOf), field, name }, value, phase);
    // Shows the unchanged value after a refusal.
    this.requestUpdate();
  }
}

defineElement("floorplan-properties", Properties);
