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
import type { TrackerWatch } from "./trackers/tracker-watch.ts";
import type { EditorView } from "./view-state.ts";
import type { Ref } from "../../model/elements/entities.ts";

/** The name of a panel. */
export type PanelName = keyof Texts["panels"]["titles"];

/** Where to open a menu, in window pixels. */
export interface MenuPlace {
  readonly x: number;
  readonly y: number;
}

/** Dropped entities and their place on the page. */
export interface DroppedEntities {
  readonly ids: readonly string[];
  readonly clientX: number;
  readonly clientY: number;
}

/** Requests of components to the editor. */
export interface EditorActions {
  /** Opens the name field of a new element. */
  readonly askName: (ref: Ref) => void;
  /** Shows a sentence in the status line, also for screen readers. */
  readonly say: (sentence: string) => void;
  /** Whether the drawing has its colours of the night. */
  readonly isNight: () => boolean;
  readonly showPanel: (panel: PanelName) => void;
  /** Opens the context menu of the selection. */
  readonly openMenu: (place: MenuPlace) => void;
  /** Places entities dropped on the drawing. */
  readonly dropEntities: (dropped: DroppedEntities) => void;
  /** The canvas was rendered: hint, points and handles may have changed. */
  readonly canvasDrawn: () => void;
}

/** What the components of an editor share; one per client. */
export interface EditorContext extends EditorActions {
  readonly session: EditorSession;
  readonly view: EditorView;
  readonly client: PlanClient;
  /** Home Assistant's registries, if connected. */
  readonly registries: Registries;
  /** Where the targets of the saved plan's trackers are, while something follows them. */
  readonly positions: TrackerWatch;
  /** The other editors. */
  readonly presence: Presence;
  /** The authors of incoming changes. */
  readonly attribution: Attribution;
  readonly yamlDraft: YamlDraft;
  readonly upload: Upload;
  readonly texts: Texts;
  /** Language of dates and numbers (BCP 47). */
  readonly language: string;
  /** Calls the listener after each change of the above; returns a function that unsubscribes. */
  readonly subscribe: (listener: () => void) => () => void;
}

/** Updates a component when the parts of the store that it reads change. */
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

/** An element of the editor; it renders when its properties or the parts of the store that it reads change. */
export class EditorComponent extends LitElement {
  static override properties: PropertyDeclarations = { context: { attribute: false } };

  declare context: EditorContext | undefined;

  constructor() {
    super();
    this.addController(new StoreController(this));
  }

  /** The parts of the store that it shows; each is a new object after a change. */
  reads({ session, view, registries, presence }: EditorContext): readonly unknown[] {
    return [session.state, view.state, registries.now, presence.others];
  }

  /** Called when the store has changed; `isSessionAlone`: only the session. */
  storeChanged(_isSessionAlone: boolean): void {
    this.requestUpdate();
  }
}

/** Defines a custom element, unless another bundle on the page already has. */
export const defineElement = (name: string, element: CustomElementConstructor): void => {
  if (customElements.get(name) === undefined) customElements.define(name, element);
};

/** Whether the focus is nowhere in the page. */
export const hasNoFocus = (): boolean => document.activeElement === document.body;

/** The focused element, inside shadow roots. */
export const focusedElement = (): Element | null => {
  let focused = document.activeElement;
  while (focused?.shadowRoot?.activeElement != null) focused = focused.shadowRoot.activeElement;
  return focused;
};

/** The clicked button, if the click completes its use: it is not in a panel or dialog and opens nothing. */
export const buttonToBlur = (event: MouseEvent): HTMLButtonElement | undefined => {
  const button = event.composedPath().find((each) => each instanceof HTMLButtonElement);
  const goesOn = ".side, dialog, form, [popover], [aria-haspopup], [aria-expanded]";
  return event.detail > 0 && button?.closest(goesOn) === null ? button : undefined;
};

/** Whether it is night by a look, `day` or `night`, or by the system if it is neither. */
export const isNight = (look: string | undefined): boolean =>
  look === "night" || (look !== "day" && matchMedia("(prefers-color-scheme: dark)").matches);

/** Whether the screen is operated by fingers. */
export const isTouchScreen = (): boolean => matchMedia("(pointer: coarse)").matches;

/** The text of an instruction for mouse or touch. */
export const instructionText = (instruction: Instruction): string => {
  if (typeof instruction === "string") return instruction;
  return isTouchScreen() ? instruction.touch : instruction.mouse;
};
