import { html, type TemplateResult } from "lit";
import { type Level, levelsOf } from "../../model/elements/levels.ts";
import { copyLevel, entitiesOnLevel } from "../model/copy-level.ts";
import type { ComponentContext } from "../canvas/component.ts";

/** The floor that is copied where the plan has none by name. */
export const onlyLevel = ({ texts }: ComponentContext): Level => ({
  id: "",
  name: texts.editor.firstLevel,
});

/** Whether it has to be asked what becomes of the entities on a floor. */
export const namesEntities = ({ session }: ComponentContext, { id }: Level): boolean =>
  entitiesOnLevel(session.state.plan, id) > 0;

/** Adds a copy of a floor and shows it; gives its place in the list of floors. */
export const addCopyOf = (
  { session, view, texts }: ComponentContext,
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

/** Asks what becomes of the entities on a floor that is to be copied. */
export const copyQuestion = (
  { session, texts }: ComponentContext,
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
