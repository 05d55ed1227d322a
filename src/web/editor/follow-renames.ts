import { joined, type Registries, type Rename } from "../home-assistant/registries.ts";
import { renameEntities } from "../model/rename.ts";
import type { Texts } from "../i18n/editor-speaker.ts";
import type { EditorContext } from "./context.ts";

/** What renames are followed with. */
export interface RenameContext extends Pick<EditorContext, "session" | "say"> {
  readonly house: Pick<Registries, "now">;
  /** The words of now; the language may come after the client. */
  readonly texts: () => Pick<Texts, "house">;
  /** Whether somebody looks at this page. */
  readonly isSeen: () => boolean;
}

/**
 * Lets the plan follow what Home Assistant renames, by one undo step for all that came together; saved at once
 * where nothing else was unsaved. It waits until the plan is there and somebody looks at this page: of several
 * editors that do the same, each finds it done or merges the same change.
 */
export class RenameFollower {
  readonly #ground: RenameContext;
  #waiting: readonly Rename[] = [];

  constructor(ground: RenameContext) {
    this.#ground = ground;
  }

  /** Entities have other ids. */
  take(renames: readonly Rename[]): void {
    this.#waiting = joined([...this.#waiting, ...renames]);
    this.follow();
  }

  /** Follows what is waiting, if that can be now. */
  follow(): void {
    const { session, house, say, texts, isSeen } = this.#ground;
    const known = house.now?.byId;
    const isHere = session.state.connection === "live" && isSeen();
    if (this.#waiting.length === 0 || !isHere || known === undefined) return;
    const waiting = this.#waiting;
    this.#waiting = [];
    // Who looked elsewhere for long may come too late: an id that is another's again is left alone.
    const renames = waiting.filter(({ from, to }) => !known.has(from) && known.has(to));
    const [first] = renames;
    if (first === undefined) return;
    const { isDirty, isSaving, plan } = session.state;
    session.edit({ action: "renamed" }, (now) => renameEntities(now, renames));
    if (session.state.plan === plan) return;
    const { renamed, renamedMany } = texts().house;
    say(renames.length === 1 ? renamed(first.from, first.to) : renamedMany(renames.length));
    if (!isDirty && !isSaving) void session.save();
  }
}
