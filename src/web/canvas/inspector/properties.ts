import { css, html, type TemplateResult } from "lit";
import { type Either, right, tryCatch } from "fp-ts/lib/Either.js";
import {
  type Entity,
  findRef,
  findRefs,
  type PlanData,
  type Ref,
  refOf,
} from "../../../model/elements/entities.ts";
import { layersOf } from "../../../model/elements/layers.ts";
import { findRoomOf } from "../../../model/elements/rooms.ts";
import { effectsOn } from "../../../model/editing/wall-effects.ts";
import { usualWay } from "../../../model/editing/wall-length.ts";
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
import { effectsText, wayAsSeen, wayStyle } from "../measures/wall-ways.ts";
import { wallHeights } from "./height-inputs.ts";
import { labelled } from "./inputs.ts";
import { Panel } from "./panel.ts";
import { type PlanFields, planWalls } from "./room-inputs.ts";
import { type Dimension, roomSize } from "./room-size.ts";
import { rulesInput } from "./rules-input.ts";
import { sunInputs, sunStyle } from "./sun-inputs.ts";
import { sameRefs } from "../view-state.ts";
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

/** A length that a wall of a room gets, and the plan before that. */
interface Resize {
  readonly edge: number;
  readonly metres: number;
  readonly before: PlanData;
}

/** Milliseconds between two reads of states while rules are shown. */
const watchMs = 15_000;

/** The panel of the selection's fields; each edit is one undo step. */
class Properties extends Panel {
  static override styles = [
    wayStyle,
    sunStyle,
    css`
      .fields {
        display: grid;
        grid-template-columns: repeat(auto-fill, minmax(128px, 1fr));
        gap: 10px;
        align-items: end;
        margin-top: 8px;
      }
      .fields + .row,
      .fields + .muted,
      fieldset,
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
      .list .row > input[type="checkbox"] {
        flex: none;
        width: 20px;
        min-height: 20px;
        margin: 0;
      }
      .pair {
        display: flex;
        gap: 6px;
      }
      code {
        overflow-wrap: anywhere;
      }
    `,
  ];

  readonly #filling = new FieldTransaction();
  #shown: readonly Ref[] = [];
  /** How a room gets its size, with the end as seen, and the dimension that is edited. */
  #way = usualWay;
  #edited: Dimension = "width";
  /** The plan before a size was typed. */
  #before: PlanData | undefined;
  /** The size that was typed last, and the plan after it: another way then holds for it as well. */
  #sized: (Resize & { readonly after: PlanData; readonly edited: Dimension }) | undefined;
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
    const { plan } = session.state;
    const selected = findRefs(plan, view.state.selection).map(refOf);
    this.#filling.follow(selected);
    // What is gone has been deleted, or has another id since its first edit, which moves nothing.
    const isOther =
      this.#shown.length !== selected.length || findRefs(plan, this.#shown).length > 0;
    if (isOther && !sameRefs(this.#shown, selected)) this.parentElement?.scrollTo(0, 0);
    this.#shown = selected;
  }

  protected override content(context: EditorContext) {
    const { session, view, texts } = context;
    const words = texts.panels.properties;
    const selected = findRefs(session.state.plan, view.state.selection);
    const [first] = selected;
    const ofPlan: PlanFields = {
      place: (field) => this.#place([], field, context),
      fill: (field) => (value, phase) => this.#fill([], field, value, context, phase),
    };
    if (first === undefined)
      return html`<h2>${texts.panels.titles.properties}</h2>
        <p class="muted">${instructionText(words.none)}</p>
        ${planWalls(context, ofPlan)} ${sunInputs(context, ofPlan)}`;
    const hasLayers = layersOf(session.state.plan).length > 0;
    const fields = fieldsOf(selected).filter(
      ({ name, input }) =>
        input !== "layer" || hasLayers || selected.some(({ data }) => data[name] !== undefined),
    );
    return html`${this.#head(first, selected.length, context)}
    ${fields.length === 0 ? html`<p class="muted">${words.noCommon}</p>` : undefined}
    ${fieldGroups.map((group) => [
      this.#group(group, fields, selected, context),
      group === "main" && selected.length === 1 ? this.#size(first, context) : undefined,
    ])}
    ${selected.length === 1 ? this.#wallHeights(first, context) : undefined}
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
            entity: first,
            context,
            place: this.#place(selected, field.name, context),
            commit: (value, phase) => this.#fill(selected, field.name, value, context, phase),
          });
        })}
      </div>
    </section>`;
  }

  /** The size of a room; other elements have none of their own. */
  #size(entity: Entity, context: EditorContext): TemplateResult | undefined {
    const { session } = context;
    const room = findRoomOf(session.state.plan, refOf(entity));
    if (room === undefined || room.corners.length === 0) return undefined;
    if (this.#filling.typedIn.now === undefined) this.#before = session.state.plan;
    return roomSize(room, context, {
      place: (field) => this.#place([entity], field, context),
      fill: (edge) => (metres, phase) => {
        const before = this.#before ?? session.state.plan;
        this.#resize(entity, { edge, metres, before }, context, phase);
      },
      way: this.#way,
      edited: this.#edited,
      choose: ({ way = this.#way, edited = this.#edited }) => {
        const sized = this.#sized;
        const isSized = sized?.after === session.state.plan && sized.edited === edited;
        const isOther = way !== this.#way;
        [this.#way, this.#edited] = [way, edited];
        // Chosen after the size was typed, it holds for that as well.
        if (isOther && isSized && findRef(sized.before, refOf(entity)) !== undefined) {
          session.undo();
          this.#resize(entity, sized, context);
        }
        this.requestUpdate();
      },
    });
  }

  /** The heights of a room's walls; other elements have none of their own. */
  #wallHeights(entity: Entity, context: EditorContext): TemplateResult | undefined {
    return wallHeights(entity, context, {
      place: (field) => this.#place([entity], field, context),
      fill: (points, phase) => this.#fill([entity], "points", points, context, phase),
    });
  }

  /** Gives a wall of a room its length in the chosen way, and says what that did to other rooms. */
  #resize(
    entity: Entity,
    { edge, metres, before }: Resize,
    context: EditorContext,
    phase: InputPhase = "done",
  ): void {
    const { session, view } = context;
    const wall = findRoomOf(before, refOf(entity))?.walls[edge];
    const way = wayAsSeen(wall, view.state.turn, this.#way);
    this.#fill([entity], "size", { edge, metres, ...way }, context, phase);
    if (phase === "typing") return;
    const after = session.state.plan;
    this.#sized = { edge, metres, before, after, edited: this.#edited };
    const [named = ""] = view.state.selection;
    context.say(effectsText(effectsOn(before, after, named), context, "did"));
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
