import { css, html, type TemplateResult } from "lit";
import type { Entity } from "../../../elements/entities.ts";
import type { Json } from "../../../json/json.ts";
import { textIn } from "../../../json/read.ts";
import { type Field, fieldGroups } from "../../../kinds/field.ts";
import { findRefs, refOf } from "../../../elements/ref.ts";
import { linkToArea } from "../../model/from-areas.ts";
import { setOutdoor } from "../../model/outdoor.ts";
import { setField, sharedValue } from "../../model/set-field.ts";
import { fieldWords } from "../../texts/change-words.ts";
import { entityName, kindName } from "./entity-name.ts";
import { fieldInput } from "./field-input.ts";
import { fieldsOf, hasRulesForm, otherFields } from "./fields.ts";
import { labelBack } from "./label-back.ts";
import { forFingers } from "../for-fingers.ts";
import { labelled, valueOf } from "./inputs.ts";
import { define, type PartContext } from "../part.ts";
import { Panel } from "./panel.ts";
import { planWalls } from "./plan-walls.ts";
import { rulesInput } from "./rules-input.ts";

/** The fields of what is selected; each that is filled in is one undo step. */
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

  /** The field whose JSON could not be read. */
  #invalid: string | undefined;

  protected override content(context: PartContext) {
    const { session, view, texts } = context;
    const words = texts.panels.properties;
    const selected = findRefs(session.state.plan, view.state.selection);
    const [first] = selected;
    if (first === undefined)
      return html`<h2>${texts.panels.titles.properties}</h2>
        <p class="muted">${forFingers(words.none, context.texts)}</p>
        ${planWalls(context)}`;
    const fields = fieldsOf(selected);
    return html`${this.#head(first, selected.length, context)}
    ${fields.length === 0 ? html`<p class="muted">${words.noCommon}</p>` : undefined}
    ${fieldGroups.map((group) => this.#group(group, fields, selected, context))}
    ${selected.length === 1 ? labelBack(first, context) : undefined}
    ${
      selected.length === 1 && hasRulesForm(first)
        ? rulesInput(first, context, (rules) => this.#commit([first], "rules", rules, context))
        : undefined
    }
    ${selected.length === 1 ? this.#others(first, context) : undefined}`;
  }

  #head(first: Entity, count: number, { texts }: PartContext): TemplateResult {
    if (count > 1) return html`<h2>${texts.panels.properties.several(count)}</h2>`;
    const kind = kindName(first, texts);
    const name = entityName(first, texts);
    const id = textIn(first.data["id"]) ?? texts.panels.properties.noId;
    return html`<header>
      <h2>${name}</h2>
      <p class="muted">${name === kind ? undefined : html`${kind} · `}<code>id ${id}</code></p>
    </header>`;
  }

  #group(
    group: Field["group"],
    all: readonly Field[],
    selected: readonly Entity[],
    context: PartContext,
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
            commit: (value) => this.#commit(selected, field.name, value, context),
          });
        })}
      </div>
    </section>`;
  }

  #others(entity: Entity, context: PartContext): TemplateResult | undefined {
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
            html`<textarea
                rows="2"
                spellcheck="false"
                aria-invalid=${this.#invalid === name}
                .value=${JSON.stringify(entity.data[name])}
                @change=${(event: Event) => this.#commitJson(event, entity, name, context)}
              ></textarea>
              ${
                this.#invalid === name
                  ? html`<span class="bad" role="alert">${words.invalidJson}</span>`
                  : undefined
              }`,
            "field long",
          ),
        )}
      </div>
    </section>`;
  }

  #commitJson(event: Event, entity: Entity, name: string, context: PartContext): void {
    const text = valueOf(event).trim();
    try {
      const value: Json | undefined = text === "" ? undefined : JSON.parse(text);
      this.#invalid = undefined;
      this.#commit([entity], name, value, context);
    } catch {
      this.#invalid = name;
      this.requestUpdate();
    }
  }

  #commit(
    selected: readonly Entity[],
    field: string,
    value: Json | undefined,
    { session, view, house, texts }: PartContext,
  ): void {
    const [first] = selected;
    if (first === undefined) return;
    const { plan } = session.state;
    const named = selected.map(refOf);
    const { change, refs } =
      field === "area_id" && house.now !== undefined
        ? linkToArea(plan, named, value, house.now)
        : field === "outdoor"
          ? setOutdoor(plan, named, value === true)
          : setField(plan, named, field, value);
    const { several } = texts.panels.properties;
    const name = selected.length === 1 ? entityName(first, texts) : several(selected.length);
    session.edit({ action: "field", name }, change);
    view.select(refs);
    // An input whose value was refused shows again what is there.
    this.requestUpdate();
  }
}

define("floorplan-properties", Properties);
