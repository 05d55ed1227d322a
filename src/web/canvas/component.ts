import type { Instruction } from "../i18n/word-types.ts";
import { LitElement, type PropertyDeclarations, type ReactiveController } from "lit";
import type { PlanClient } from "../connection/plan-client.ts";
import type { Registries } from "../home-assistant/registries.ts";
import type { EditorSession } from "../store/editor-session.ts";
import type { Texts } from "../i18n/editor-translator.ts";
import type { Attribution } from "../store/attribution.ts";
import type { Presence } from "../store/presence.ts";
import type { Upload } from "./inspector/image-upload.ts";
import type { YamlDraft } from "./inspector/yaml-draft.ts";
import type { EditorView } from "./view-state.ts";
import type { Ref } from "../../model/elements/entities.ts";

/** Names a panel among the tabs. */
export type PanelName = keyof Texts["panels"]["titles"];

/** Where a menu is wanted, in pixels of the window. */
export interface MenuPlace {
  readonly x: number;
  readonly y: number;
}

/** Entities that were dropped, and where on the page. */
export interface DroppedEntities {
  readonly ids: readonly string[];
  readonly clientX: number;
  readonly clientY: number;
}

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
  /** What Home Assistant knows of the home, where it is connected. */
  readonly registries: Registries;
  /** Who else is editing now. */
  readonly presence: Presence;
  /** Who saved what came in. */
  readonly attribution: Attribution;
  readonly yamlDraft: YamlDraft;
  readonly upload: Upload;
  readonly texts: Texts;
  /** The language of dates and numbers, as a BCP 47 tag. */
  readonly language: string;
  /** Calls the listener after each change of what is above; the answer ends that. */
  readonly subscribe: (listener: () => void) => () => void;
}

/** Follows the store for a component: tells it of each change of what it reads there. */
class StoreController implements ReactiveController {
  readonly #host: EditorComponent;
  #context: EditorContext | undefined;
  #seen: readonly unknown[] = [];
  #end: (() => void) | undefined;

  constructor(host: EditorComponent) {
    this.#host = host;
  }

  hostConnected(): void {
    this.#host.requestUpdate();
  }

  hostDisconnected(): void {
    this.#follow(undefined);
  }

  hostUpdate(): void {
    if (this.#host.isConnected) this.#follow(this.#host.context);
  }

  #follow(context: EditorContext | undefined): void {
    if (context === this.#context) return;
    this.#end?.();
    this.#context = context;
    this.#seen = context === undefined ? [] : this.#host.reads(context);
    this.#end = context?.subscribe(() => {
      const before = this.#seen;
      this.#seen = this.#host.reads(context);
      const changed = this.#seen.filter((part, at) => part !== before[at]);
      if (changed.length === 0) return;
      this.#host.storeChanged(changed.length === 1 && changed[0] === context.session.state);
    });
  }
}

/** An element of the editor: it is drawn anew when what it reads of the store changes, and for its own properties. */
export class EditorComponent extends LitElement {
  static override properties: PropertyDeclarations = { context: { attribute: false } };

  declare context: EditorContext | undefined;

  constructor() {
    super();
    this.addController(new StoreController(this));
  }

  /** The parts of the store that it shows; each change makes a new one of them. */
  reads({ session, view, registries, presence }: EditorContext): readonly unknown[] {
    return [session.state, view.state, registries.now, presence.others];
  }

  /** The store has changed; `isSessionAlone`: nothing but the session. */
  storeChanged(_isSessionAlone: boolean): void {
    this.requestUpdate();
  }
}

/** Gives an element its name, unless another bundle on the page has done so. */
export const defineElement = (name: string, element: CustomElementConstructor): void => {
  if (customElements.get(name) === undefined) customElements.define(name, element);
};

/** Whether nothing in the page has the focus. */
export const hasNoFocus = (): boolean => document.activeElement === document.body;

/** The element that has the focus, within whatever shadow it is. */
export const focusedElement = (): Element | null => {
  let focused = document.activeElement;
  while (focused?.shadowRoot?.activeElement != null) focused = focused.shadowRoot.activeElement;
  return focused;
};

/** The clicked button, where the click is all there is to it: it is in no panel or dialog, and opens nothing. */
export const buttonToBlur = (event: MouseEvent): HTMLButtonElement | undefined => {
  const button = event.composedPath().find((each) => each instanceof HTMLButtonElement);
  const goesOn = ".side, dialog, form, [popover], [aria-haspopup], [aria-expanded]";
  return event.detail > 0 && button?.closest(goesOn) === null ? button : undefined;
};

/** An instruction in the words of what people use: a mouse, or their fingers. */
export const instructionText = (instruction: Instruction): string => {
  if (typeof instruction === "string") return instruction;
  return matchMedia("(pointer: coarse)").matches ? instruction.touch : instruction.mouse;
};
