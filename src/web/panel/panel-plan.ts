import { isLeft } from "fp-ts/lib/Either.js";
import type { Source } from "../card/source.ts";
import type { PlanClient, PlanUser } from "../connection/plan-client.ts";
import { loadAgain } from "../connection/retry.ts";
import { onPageLeft } from "../ui/page-events.ts";
import type { FloorplanEditor } from "../canvas/shell/floorplan-editor.ts";
import type { PreferredLanguages } from "../i18n/translator.ts";

/** The editor's element, as far as a panel asks it anything. */
export type PanelEditor = HTMLElement & Partial<Pick<FloorplanEditor, "unsaved">>;

/** Loading state of the editor. */
export type OpeningEditor = "none" | "loading" | "failed" | "there";

/** How often the user's rights are asked for: Home Assistant tells its pages of no change of them. */
const rightsMs = 25_000;

/** The current element of a panel. */
export interface PanelHost {
  readonly requestUpdate: () => void;
  /** The preferred languages, best first. */
  readonly languages: () => PreferredLanguages;
}

/** Plans whose panel was removed from a hidden page, by source. */
const aside = new Map<unknown, PanelPlan>();

/**
 * The plan that a panel follows, and its editor. It outlives the panel's element: Home Assistant makes a new one when a
 * long hidden page is visible again.
 */
export class PanelPlan {
  readonly key: unknown;
  readonly client: PlanClient;
  #host: PanelHost | undefined;
  #user: PlanUser | undefined;
  /** Whether the plan has arrived, so that there is something to edit. */
  #isFollowing = false;
  #opening: OpeningEditor = "none";
  #editor: PanelEditor | undefined;
  #stay: () => void = () => undefined;
  readonly #life = new AbortController();
  readonly #leave: () => void;

  private constructor({ key, open }: Source<PlanClient>, host: PanelHost) {
    this.key = key;
    this.client = open();
    this.#host = host;
    this.#leave = this.client.subscribe(
      () => this.#follows(),
      (following) => {
        // Also of a new connection: changed rights end the one before.
        if (following === "live") void this.#meet();
      },
    );
    const asking = setInterval(() => {
      if (document.visibilityState === "visible") void this.#meet();
    }, rightsMs);
    this.#life.signal.addEventListener("abort", () => clearInterval(asking));
  }

  /** Follows the plan of a source for a panel, resuming work that was put aside. */
  static in(host: PanelHost, source: Source<PlanClient>): PanelPlan {
    const known = aside.get(source.key);
    if (known === undefined) return new PanelPlan(source, host);
    aside.delete(known.key);
    known.#stay();
    known.#host = host;
    return known;
  }

  get opening(): OpeningEditor {
    return this.#opening;
  }

  /** The editor, for users who may save, once the plan is there. Always the same element, as it holds all the work. */
  get editor(): PanelEditor | undefined {
    const mayEdit = this.#isFollowing && this.#user?.isAdmin === true;
    return mayEdit ? this.#editor : undefined;
  }

  /** What the editor has that is not in the plan, also of a user who may not save any more. */
  get unsaved(): string | undefined {
    return this.#editor?.unsaved;
  }

  /** The panel was removed from its page. Ends, unless it is put back. */
  putAside(): void {
    this.#host = undefined;
    aside.get(this.key)?.end();
    aside.set(this.key, this);
    this.#stay = onPageLeft(() => this.end());
  }

  /** Stops following the plan; unsaved work stays as a draft. */
  end(): void {
    this.#life.abort();
    if (aside.get(this.key) === this) aside.delete(this.key);
    this.#stay();
    if (this.#editor !== undefined) Object.assign(this.#editor, { client: undefined });
    this.#leave();
    this.client.close();
  }

  #follows(): void {
    if (this.#isFollowing) return;
    this.#isFollowing = true;
    this.#host?.requestUpdate();
  }

  /** Asks for the user, and opens the editor if they may save. */
  async #meet(): Promise<void> {
    const user = await this.client.user();
    if (this.#life.signal.aborted || isLeft(user)) return;
    this.#user = user.right;
    if (user.right.isAdmin && this.#opening === "none") await this.#loadEditor();
    this.#host?.requestUpdate();
  }

  async #loadEditor(): Promise<void> {
    this.#opening = "loading";
    this.#host?.requestUpdate();
    const { editorTranslator } = await loadAgain(
      () => import("../canvas/main.ts"),
      this.#life.signal,
      () => {
        this.#opening = "failed";
        this.#host?.requestUpdate();
      },
    );
    await editorTranslator.ready(this.#host?.languages() ?? []);
    const given = { client: this.client, outlivesPage: true } satisfies Partial<FloorplanEditor>;
    if (!this.#life.signal.aborted)
      this.#editor = Object.assign(document.createElement("floorplan-editor"), given);
    this.#opening = "there";
  }
}
