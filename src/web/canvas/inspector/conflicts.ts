import { css, html, type TemplateResult } from "lit";
import { deepEqual, isList, isObject, type Json } from "../../../model/json.ts";
import { lists } from "../../../model/elements/entities.ts";
import { choicesIn, type Conflict, type Side } from "../../../model/merge/conflict.ts";
import { editedDrawingStyle } from "../../renderer/style-editing.ts";
import { subjectName } from "../../i18n/change-words.ts";
import { fieldWords } from "../../i18n/field-words.ts";
import type { Texts } from "../../i18n/editor-translator.ts";
import { namesOf, valueWords } from "../../i18n/element-names.ts";
import { overlapTitle, theirsWords } from "./attribution-text.ts";
import { formatList } from "../formats.ts";
import { thumbnailOfChange } from "./thumbnail.ts";
import { type EditorContext, defineElement } from "../component.ts";
import { Panel, showElements } from "./panel.ts";

/** Conflicts decided together: one element, or rooms and walls that only make sense as a whole. */
type Choice = readonly [Conflict, ...Conflict[]];

/** The most choices drawn at a time. */
const maxChoices = 12;

const nameOf = (conflict: Conflict, texts: Texts): string =>
  subjectName(conflict, conflict.mine ?? conflict.theirs, texts);

/** The panel of conflicts, with my side beside theirs, to choose from. */
class Conflicts extends Panel {
  static override styles = [
    editedDrawingStyle,
    css`
      .conflict {
        display: grid;
        grid-template: auto auto 120px 1fr auto / 1fr 1fr;
        gap: 8px 10px;
        padding: 12px;
        border: 1px solid var(--line);
        border-radius: 10px;
      }
      .conflict > .row {
        grid-column: 1 / -1;
      }
      .side {
        display: grid;
        grid-row: 2 / -1;
        grid-template-rows: subgrid;
        min-width: 0;
      }
      svg,
      .blank {
        width: 100%;
        height: 120px;
        border-radius: 8px;
        background: var(--soft);
      }
      .blank {
        display: grid;
        place-items: center;
        color: var(--fp-muted);
      }
      dl {
        margin: 0;
        font-size: 0.9rem;
        overflow-wrap: anywhere;
      }
      dt {
        color: var(--fp-muted);
      }
      dd {
        margin: 0 0 4px;
      }
    `,
  ];

  readonly #told = (): void => this.requestUpdate();

  protected override content(context: EditorContext) {
    const { session, texts, attribution } = context;
    const words = texts.panels.conflicts;
    const choices = choicesIn(session.state.conflicts);
    const names = attribution.resolved(attribution.conflictNames, this.#told);
    return html`<h2 tabindex="-1">${overlapTitle(names, context)}</h2>
      <p role="status">
        ${choices.length === 0 ? words.none : html`${words.intro} ${words.left(choices.length)}.`}
      </p>
      ${
        choices.length < 2
          ? undefined
          : html`<div class="row">
              <button @click=${() => session.chooseAll("mine")}>${words.allMine}</button>
              <button @click=${() => session.chooseAll("theirs")}>${words.allTheirs}</button>
            </div>`
      }
      ${choices.slice(0, maxChoices).map((choice) => this.#choice(choice, context))}
      ${
        choices.length > maxChoices
          ? html`<p class="muted">${words.later(choices.length - maxChoices)}</p>`
          : undefined
      }
      ${choices.length === 0 ? undefined : this.#overwrite(context)}`;
  }

  #choice(choice: Choice, context: EditorContext): TemplateResult {
    const { texts, language } = context;
    const refs = choice.map(({ subject, key }) => `${subject}/${key}`);
    const name = formatList(
      language,
      choice.map((each) => nameOf(each, texts)),
    );
    return html`<section class="conflict" aria-label=${name}>
      <div class="row">
        <h3>${name}</h3>
        <button class="plain" @click=${() => showElements(context, ...refs)}>
          ${texts.panels.show}
        </button>
      </div>
      ${this.#side(choice, "mine", name, context)} ${this.#side(choice, "theirs", name, context)}
    </section>`;
  }

  #side(choice: Choice, side: Side, name: string, context: EditorContext): TemplateResult {
    const { session, texts, attribution } = context;
    const words = texts.panels.conflicts;
    const [{ id }] = choice;
    const things = choice.map((each) => ({ subject: each.subject, value: each[side] }));
    const names = attribution.resolved(attribution.ofConflict(id), this.#told);
    const whose = side === "mine" ? words.mine : theirsWords(names, context);
    const answer = side === "mine" ? words.keepMine : words.takeTheirs;
    const label = `${name}, ${whose}`;
    const { plan } = session.state;
    const both = choice.flatMap(({ subject, mine, theirs }) =>
      [mine, theirs].map((value) => ({ subject, value })),
    );
    const picture = thumbnailOfChange(plan, things, both, label, texts);
    const isDeleted = things.every(({ value }) => value === undefined);
    return html`<div class="side">
      <strong>${whose}</strong>
      ${picture ?? html`<div class="blank">${isDeleted ? words.deleted : words.noPicture}</div>`}
      <div>${choice.map((each) => this.#values(each, side, choice.length > 1, context))}</div>
      <button
        aria-label=${texts.panels.about(answer, name)}
        @click=${() => session.choose(id, side)}
      >
        ${answer}
      </button>
    </div>`;
  }

  /** The differing values; `isNamed`: with the name of the element, as others are beside it. */
  #values(
    conflict: Conflict,
    side: Side,
    isNamed: boolean,
    context: EditorContext,
  ): TemplateResult {
    const of = isNamed ? html`<strong>${nameOf(conflict, context.texts)}</strong>` : undefined;
    return html`${of} ${this.#differences(conflict, conflict[side], context)}`;
  }

  #differences(
    conflict: Conflict,
    value: Json | undefined,
    context: EditorContext,
  ): TemplateResult {
    const { texts, language, session } = context;
    const { plan } = session.state;
    const words = texts.panels.conflicts;
    if (value === undefined) return html`<p>${words.deleted}</p>`;
    const list = lists.find((each) => each === conflict.subject);
    if (conflict.kind === "order" && list !== undefined)
      return html`<p>
        ${texts.panels.about(words.order, namesOf(isList(value) ? value : [], list, plan, texts))}
      </p>`;
    if (!isObject(value))
      return html`<p>${valueWords(conflict.key, value, plan, texts, language)}</p>`;
    const { base } = conflict;
    const fields =
      conflict.fields.length > 0
        ? conflict.fields
        : Object.keys(value).filter(
            (field) => !isObject(base) || !deepEqual(base[field], value[field]),
          );
    return html`<dl>
      ${fields.map(
        (field) =>
          html`<dt>${fieldWords(field, texts)}</dt>
            <dd>${valueWords(field, value[field], plan, texts, language)}</dd>`,
      )}
    </dl>`;
  }

  #overwrite({ session, texts }: EditorContext): TemplateResult {
    const words = texts.panels.conflicts;
    const ask = (): void => this.renderRoot.querySelector("dialog")?.showModal();
    return html`<button class="danger" @click=${ask}>${words.overwrite}</button>
      <dialog aria-labelledby="overwrite">
        <form class="stack" method="dialog">
          <h2 id="overwrite">${words.overwriteTitle}</h2>
          <p>${words.overwriteText}</p>
          <div class="row">
            <button autofocus>${texts.editor.cancel}</button>
            <button class="danger" @click=${() => void session.overwrite()}>
              ${words.overwriteNow}
            </button>
          </div>
        </form>
      </dialog>`;
  }
}

defineElement("floorplan-conflicts", Conflicts);
