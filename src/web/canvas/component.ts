import { LitElement, type PropertyDeclarations } from "lit";
import type { PlanClient } from "../connection/plan-client.ts";
import type { Registries } from "../home-assistant/registries.ts";
import type { EditorSession } from "../store/editor-session.ts";
import type { Texts } from "../i18n/editor-speaker.ts";
import type { Collaboration } from "../store/presence.ts";
import type { Upload } from "./inspector/image-upload.ts";
import type { YamlDraft } from "./inspector/yaml-draft.ts";
import type { EditorView } from "./view-state.ts";
import type { DroppedEntities } from "./entities/drop-entities.ts";
import type { MenuPlace } from "./commands/open-menu.ts";
import type { PanelName } from "./inspector/panel.ts";
import type { Ref } from "../../model/elements/entities.ts";

/** What any component asks the editor to do, wherever it is in the page. */
export interface EditorActions {
  /** Opens a field for the name of something new. */
  readonly askName: (ref: Ref) => void;
  /** Tells what happened, in the status line and to screen readers. */
  readonly say: (sentence: string) => void;
  readonly showPanel: (panel: PanelName) => void;
  /** Opens the menu of what is selected. */
  readonly openMenu: (place: MenuPlace) => void;
  /** Places what was dragged out of a list and let go over the drawing. */
  readonly dropEntities: (dropped: DroppedEntities) => void;
  /** The canvas was drawn anew: the hint, the points and the handles may be others. */
  readonly canvasDrawn: () => void;
}

/** What the components of the editor share; there is one for a client. */
export interface EditorContext extends EditorActions {
  readonly session: EditorSession;
  readonly view: EditorView;
  readonly client: PlanClient;
  /** The house that Home Assistant runs, where there is one. */
  readonly house: Registries;
  /** The others who work on the plan. */
  readonly collaboration: Collaboration;
  readonly yamlDraft: YamlDraft;
  readonly upload: Upload;
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

  declare context: EditorContext | undefined;
}

/** Gives an element its name, unless another bundle on the page has done so. */
export const defineElement = (name: string, element: CustomElementConstructor): void => {
  if (customElements.get(name) === undefined) customElements.define(name, element);
};

const formats = new Map<string, Intl.NumberFormat>();

/** Writes metres as a person of that language does: `2.40 m`. */
export const metresIn = (language: string): ((length: number) => string) => {
  const digits = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
  const format = formats.get(language) ?? new Intl.NumberFormat(language, digits);
  formats.set(language, format);
  return (length) => `${format.format(length)} m`;
};

/** Writes an area in square metres as a person of that language does: `12.40`. */
export const squareMetresIn = (language: string, area: number): string =>
  area.toLocaleString(language, { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** Whether nothing in the page has the focus. */
export const hasNoFocus = (): boolean => document.activeElement === document.body;

/** Whether an element has the focus, also one within the parts of the page. */
export const hasFocus = (element: Element): boolean => {
  let focused = document.activeElement;
  while (focused?.shadowRoot?.activeElement != null) focused = focused.shadowRoot.activeElement;
  return focused === element;
};

/** A button that a pointer has pressed, with which there is nothing more to do: none of a panel or a dialog, and none that opens something. */
export const doneWith = (event: MouseEvent): HTMLButtonElement | undefined => {
  const button = event.composedPath().find((each) => each instanceof HTMLButtonElement);
  const goesOn = ".side, dialog, form, [popover], [aria-haspopup], [aria-expanded]";
  return event.detail > 0 && button?.closest(goesOn) === null ? button : undefined;
};

/** A sentence about what to do, in the words of what people do it with: a mouse, or their fingers. */
export const forFingers = (sentence: string, { tapped }: Pick<Texts, "tapped">): string =>
  matchMedia("(pointer: coarse)").matches ? tapped(sentence) : sentence;
