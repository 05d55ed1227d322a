import { css, html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { type Level, levelsOf, shownLevel } from "../../../model/elements/levels.ts";
import {
  addLevel,
  contentOfLevel,
  copyLevel,
  entitiesOnLevel,
  moveLevel,
  removeLevel,
  renameLevel,
} from "../../../model/editing/levels.ts";
import { type EditorContext, EditorComponent } from "../component.ts";
import { tabStrip } from "../../ui/tabs.ts";
import type { EditorTexts } from "../../i18n/en/editing.ts";
import { fading, fadingStyle } from "./fading.ts";
import { icon, iconButton } from "./icons.ts";
import { levelHeights, levelHeightsStyle } from "./level-heights.ts";
import { ListedTransaction } from "../inspector/listed-transaction.ts";
import { panelStyle } from "../inspector/panel-style.ts";

/** Stands for the single floor of a plan without floors. */
const onlyLevel = ({ texts }: EditorContext): Level => ({
  id: "",
  name: texts.editor.firstLevel,
});

/** Whether elements on a floor have entities, so that copying it needs a question. */
const namesEntities = ({ session }: EditorContext, { id }: Level): boolean =>
  entitiesOnLevel(session.state.plan, id) > 0;

/** Adds a copy of a floor and shows it; returns its index in the list of floors. */
const addCopyOf = (
  { session, view, texts }: EditorContext,
  { id: level, name: original }: Level,
  isBound: boolean,
): number => {
  const name = texts.arranging.nameOfCopy(original);
  const nameOfFirst = texts.editor.firstLevel;
  const { id, change } = copyLevel(session.state.plan, level, { name, nameOfFirst, isBound });
  session.edit({ action: "copyLevel", name: original }, change);
  view.update({ level: id, selection: [], tool: "select" });
  return levelsOf(session.state.plan).findIndex((each) => each.id === id);
};

/** The question whether to copy a floor with its entities. */
const copyQuestion = (
  { session, texts }: EditorContext,
  { id, name }: Level,
  answer: (isBound: boolean | undefined) => void,
): TemplateResult => {
  const { arranging, editor } = texts;
  return html`<h2 id="levels-title">${arranging.copyLevelQuestion(name)}</h2>
    <p>${arranging.copyLevelEntities(entitiesOnLevel(session.state.plan, id))}</p>
    <div class="row">
      <button @click=${() => answer(undefined)}>${editor.cancel}</button>
      <button @click=${() => answer(true)}>${arranging.sameEntities}</button>
      <button class="main" @click=${() => answer(false)}>${arranging.withoutEntities}</button>
    </div>`;
};

/** Styles of the floor tabs, and of the dialog to rename, order and delete floors. */
const levelTabsStyle = css`
  :host {
    display: flex;
    min-width: 0;
    align-items: center;
    gap: 2px;
  }
  .floors {
    min-width: 0;
    /* Room for the focus ring, which scrolling would clip. */
    padding: 4px;
    margin: -4px;
    overflow-x: auto;
  }
  .strip {
    display: flex;
    gap: 4px;
  }
  .strip button {
    flex: none;
    border-color: transparent;
    background: none;
    min-height: 36px;
    border-radius: 18px;
  }
  .strip button[aria-selected="true"] {
    background: var(--soft);
    border-color: var(--line);
    font-weight: 600;
  }
  .small {
    flex: none;
    display: grid;
    place-items: center;
    width: 36px;
    min-height: 36px;
    padding: 0;
    border-color: transparent;
    background: none;
  }
  dialog {
    width: 440px;
    padding: 18px 20px 20px;
  }
  li {
    display: grid;
    grid-template-columns: 1fr auto auto auto auto;
    gap: 4px;
  }
  dialog h2 {
    margin-bottom: 12px;
  }
  dialog .row {
    margin-top: 14px;
    justify-content: flex-end;
  }
  .named {
    display: flex;
    align-items: center;
    gap: 4px;
    min-height: 36px;
  }
`;

/** The name of a new floor by its index, avoiding existing names. */
const newName = (levels: readonly Level[], { newLevel }: EditorTexts): string => {
  const taken = new Set(levels.map(({ name }) => name));
  let number = Math.max(1, levels.length);
  while (taken.has(newLevel(number))) number += 1;
  return newLevel(number);
};

/** The floors as tabs, with their management. */
export class LevelTabs extends EditorComponent {
  static override properties = {
    ...EditorComponent.properties,
    doomed: { state: true },
    copied: { state: true },
  };
  static override styles = [panelStyle, fadingStyle, levelTabsStyle, levelHeightsStyle];

  /** The floor to delete, pending confirmation. */
  declare doomed: Level | undefined;
  /** The floor to copy, pending the user's choice. */
  declare copied: Level | undefined;

  readonly #filling = new ListedTransaction("levels");

  override render(): TemplateResult | typeof nothing {
    const { context } = this;
    if (context === undefined) return nothing;
    const { session, view, texts } = context;
    const { editor } = texts;
    const levels = levelsOf(session.state.plan);
    const shown = shownLevel(session.state.plan, view.state.level);
    return html`${levels.length === 0 ? nothing : html`<div class="floors" ${fading()}>${tabStrip({ label: editor.levels, shown }, levels, (id) => this.#show(id))}</div>`}
      <button
        class=${levels.length === 0 ? "plain named" : "small"}
        title=${editor.manageLevels}
        aria-label=${editor.manageLevels}
        @click=${this.#open}
      >
        ${icon(levels.length < 2 ? "add" : "more")}
        ${levels.length === 0 ? html`<span>${editor.levels}</span>` : nothing}
      </button>
      <dialog
        aria-labelledby="levels-title"
        @close=${() => {
          this.#filling.close();
          this.doomed = this.copied = undefined;
        }}
      >
        ${this.#content(context, levels)}
      </dialog>`;
  }

  override updated(changed: PropertyValues<this>): void {
    // The pressed button is gone; focus the safe answer.
    if ((changed.has("doomed") || changed.has("copied")) && this.#dialog?.open === true)
      this.renderRoot.querySelector<HTMLElement>("dialog .row button:first-child")?.focus();
  }

  #content(context: EditorContext, levels: readonly Level[]): TemplateResult {
    const { doomed, copied } = this;
    if (doomed !== undefined) return this.#farewell(context, doomed);
    if (copied === undefined) return this.#list(context, levels);
    return copyQuestion(context, copied, (isBound) => {
      this.copied = undefined;
      if (isBound !== undefined) void this.#addCopy(context, copied, isBound);
    });
  }

  #list(context: EditorContext, levels: readonly Level[]): TemplateResult {
    const { editor } = context.texts;
    return html`<h2 id="levels-title">${editor.levels}</h2>
      ${levels.length === 0 ? html`<p class="muted">${editor.noLevels}</p>` : nothing}
      <ul class="list">
        ${levels.map(({ id, name }, index) => {
          const move = (places: number): void =>
            context.session.edit({ action: "moveLevel", name }, (plan) =>
              moveLevel(plan, id, places),
            );
          return html`<li>
            <input
              aria-label=${editor.levelName}
              .value=${name}
              @change=${({ target }: Event) => {
                if (target instanceof HTMLInputElement) this.#rename(id, name, target);
              }}
            />
            ${iconButton("up", editor.levelUp(name), () => move(-1), "small", index === 0)}
            ${iconButton(
              "down",
              editor.levelDown(name),
              () => move(1),
              "small",
              index === levels.length - 1,
            )}
            ${iconButton(
              "duplicate",
              context.texts.arranging.copyLevel(name),
              () => this.#copy(context, { id, name }),
              "small",
            )}
            ${iconButton(
              "remove",
              editor.removeLevel(name),
              () => (this.doomed = { id, name }),
              "small",
            )}
            ${levelHeights({ id, name }, context, this.#filling)}
          </li>`;
        })}
      </ul>
      <div class="row">
        ${
          levels.length > 0
            ? nothing
            : html`<button @click=${() => this.#copy(context, onlyLevel(context))}>
                ${context.texts.arranging.copyOnly}
              </button>`
        }
        <button @click=${this.#add}>${editor.addLevel}</button>
        <button class="main" @click=${this.#close}>${editor.done}</button>
      </div>`;
  }

  #farewell(context: EditorContext, { id, name }: Level): TemplateResult {
    const { editor } = context.texts;
    const content = contentOfLevel(context.session.state.plan, id);
    return html`<h2 id="levels-title">${editor.removeLevelQuestion(name)}</h2>
      <p>${editor.removeLevelConsequence(content)}</p>
      <div class="row">
        <button @click=${() => (this.doomed = undefined)}>${editor.cancel}</button>
        <button
          class="danger"
          @click=${() => {
            context.session.edit({ action: "removeLevel", name }, (plan) => removeLevel(plan, id));
            context.view.update({ level: undefined, selection: [] });
            this.doomed = undefined;
          }}
        >
          ${editor.removeLevel(name)}
        </button>
      </div>`;
  }

  #copy(context: EditorContext, level: Level): void {
    if (namesEntities(context, level)) this.copied = level;
    else void this.#addCopy(context, level, true);
  }

  /** Adds a copy, and focuses its name. */
  async #addCopy(context: EditorContext, level: Level, isBound: boolean): Promise<void> {
    const place = addCopyOf(context, level, isBound);
    this.requestUpdate();
    await this.updateComplete;
    this.renderRoot.querySelectorAll<HTMLInputElement>("li > input")[place]?.select();
  }

  #show(level: string): void {
    this.context?.view.update({ level, selection: [] });
  }

  #rename(id: string, before: string, input: HTMLInputElement): void {
    const name = input.value.trim();
    if (name === "" || name === before) {
      input.value = before;
      return;
    }
    this.context?.session.edit({ action: "renameLevel", name }, (plan) =>
      renameLevel(plan, id, name),
    );
  }

  readonly #add = (): void => {
    const { context } = this;
    if (context === undefined) return;
    const { session, view, texts } = context;
    const { plan } = session.state;
    const name = newName(levelsOf(plan), texts.editor);
    const { id } = addLevel(plan, name, texts.editor.firstLevel);
    session.edit(
      { action: "addLevel", name },
      (now) => addLevel(now, name, texts.editor.firstLevel, id).plan,
    );
    // An empty floor starts with the room tool.
    view.update({ level: id, selection: [], tool: "room" });
  };

  readonly #open = (): void => this.#dialog?.showModal();

  readonly #close = (): void => this.#dialog?.close();

  get #dialog(): HTMLDialogElement | null {
    return this.renderRoot.querySelector("dialog");
  }
}
