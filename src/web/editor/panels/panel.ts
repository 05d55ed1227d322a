import { type CSSResultGroup, LitElement, type PropertyValues } from "lit";
import type { PlanClient } from "../../client/plan-client.ts";
import type { EditorSession } from "../../session/editor-session.ts";
import type { Texts } from "../../texts/index.ts";
import type { EditorView } from "../view.ts";
import { panelStyle } from "./panel-style.ts";

/** What every panel works with; the editor makes one and hands it to all of them. */
export interface PanelContext {
  readonly session: EditorSession;
  readonly view: EditorView;
  readonly client: PlanClient;
  readonly texts: Texts;
  /** The language of dates and numbers, as a BCP 47 tag. */
  readonly language: string;
}

/** Names a panel among the tabs. */
export type PanelName = keyof Texts["panels"]["titles"];

/** Something that tells of its changes; the answer ends that. */
export interface Followed {
  subscribe(listener: () => void): () => void;
}

/** A part of the editor beside the drawing: it follows session and view while it is on the page. */
export class Panel extends LitElement {
  static override properties = { context: { attribute: false } };
  static override styles: CSSResultGroup = panelStyle;

  declare context: PanelContext | undefined;
  /** Milliseconds that a change of the plan may wait, so that a long list does not slow a drag. */
  protected readonly patience: number = 0;
  readonly #ends: (() => void)[] = [];
  #waiting: ReturnType<typeof setTimeout> | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    this.#follow();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#leave();
  }

  override willUpdate(changed: PropertyValues): void {
    if (changed.has("context")) this.#follow();
  }

  #follow(): void {
    this.#leave();
    if (this.context === undefined || !this.isConnected) return;
    const { session, view } = this.context;
    this.#ends.push(
      session.subscribe(() => this.#changed()),
      ...[view, ...this.sources].map((source) => source.subscribe(() => this.requestUpdate())),
    );
  }

  /** What a panel follows besides session and view. */
  protected get sources(): readonly Followed[] {
    return [];
  }

  #changed(): void {
    if (this.patience === 0) return this.requestUpdate();
    this.#waiting ??= setTimeout(() => {
      this.#waiting = undefined;
      this.requestUpdate();
    }, this.patience);
  }

  #leave(): void {
    clearTimeout(this.#waiting);
    this.#waiting = undefined;
    for (const end of this.#ends.splice(0)) end();
  }
}

/** Gives an element its name, unless another bundle on the page has done so. */
export const define = (name: string, element: CustomElementConstructor): void => {
  if (customElements.get(name) === undefined) customElements.define(name, element);
};
