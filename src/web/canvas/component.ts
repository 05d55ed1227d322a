import { LitElement, type PropertyDeclarations } from "lit";
import type { PlanClient } from "../connection/plan-client.ts";
import type { Registries } from "../home-assistant/registries.ts";
import type { EditorSession } from "../store/editor-session.ts";
import type { Texts } from "../i18n/editor-speaker.ts";
import type { Collaboration } from "../editor/together/together.ts";
import type { EditorView } from "./view-state.ts";

/** What every part of the editor works with; the editor makes one and hands it to all of them. */
export interface ComponentContext {
  readonly session: EditorSession;
  readonly view: EditorView;
  readonly client: PlanClient;
  /** The house that Home Assistant runs, where there is one. */
  readonly house: Registries;
  /** The others who work on the plan. */
  readonly collaboration: Collaboration;
  readonly texts: Texts;
  /** The language of dates and numbers, as a BCP 47 tag. */
  readonly language: string;
}

/**
 * A part of the editor, which gives it the states of session, view and house whenever they are others. What
 * else it shows it keeps in fields of its own, and asks for an update when it changes them.
 */
export class EditorComponent extends LitElement {
  static override properties: PropertyDeclarations = {
    context: { attribute: false },
    sessionState: { attribute: false },
    viewState: { attribute: false },
    houseState: { attribute: false },
  };

  declare context: ComponentContext | undefined;
}

/** Gives an element its name, unless another bundle on the page has done so. */
export const defineElement = (name: string, element: CustomElementConstructor): void => {
  if (customElements.get(name) === undefined) customElements.define(name, element);
};
