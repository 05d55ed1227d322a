import { type Either, map, right } from "fp-ts/lib/Either.js";
import { WriteBehindDocument } from "../storage/write-behind-document.ts";
import type { RatedLog } from "../server/rated-log.ts";
import { sessionChanges } from "../hass/session-changes.ts";
import type {
  EndedSession,
  KeptSession,
  KeptSessions,
  SessionsDocument,
} from "../hass/sessions-file.ts";

/** What became of a change: a left says why it is not written yet, though it holds here. */
export type Kept = Promise<Either<string, void>>;

const byHash = ({ sessions }: KeptSessions): ReadonlyMap<string, KeptSession> =>
  new Map(sessions.map((each) => [each.token_sha256, each]));

/** The sessions of a document that others may change, too. Changes hold here at once, see `HeldDocument`. */
export class SessionStore {
  readonly #document: WriteBehindDocument<KeptSessions>;
  #sessions: ReadonlyMap<string, KeptSession>;
  #onEnded: ((hash: string) => void) | undefined;

  private constructor(document: WriteBehindDocument<KeptSessions>) {
    this.#document = document;
    this.#sessions = byHash(document.content);
    document.watch(() => this.#take());
    document.follow();
  }

  /** The left says why the document cannot be understood, which then stays as it is. */
  static open(document: SessionsDocument, log: RatedLog): Either<string, SessionStore> {
    const held = WriteBehindDocument.open({
      document,
      boundary: log.boundary,
      onUnread: (problem) =>
        log.warn({ problem }, "the sessions cannot be read; they stay as they were"),
      onUnkept: (problem) => log.warn({ problem }, "a change of the sessions cannot be kept"),
    });
    return map((opened: WriteBehindDocument<KeptSessions>) => new SessionStore(opened))(held);
  }

  /** Calls back for each session that has ended from now on, whoever ended it. */
  whenEnded(onEnded: (hash: string) => void): void {
    this.#onEnded = onEnded;
  }

  get(hash: string): KeptSession | undefined {
    return this.#sessions.get(hash);
  }

  /** In the order in which they began. */
  get all(): readonly KeptSession[] {
    return [...this.#sessions.values()];
  }

  /** Those of which Home Assistant is still to be told, the oldest first. */
  get ended(): readonly EndedSession[] {
    return this.#document.content.ended;
  }

  /** Adds a session; durable when it resolves with a right. */
  begin(session: KeptSession): Kept {
    return this.#document.hold(`begin ${session.token_sha256}`, sessionChanges.begin(session));
  }

  /** A session was used now. */
  async used(hash: string): Promise<void> {
    const change = sessionChanges.used(hash, new Date().toISOString());
    await this.#document.hold(`used ${hash}`, change);
  }

  /** Ends a session; Home Assistant is to be told where `telling`. */
  async remove(hash: string, telling: boolean): Kept {
    if (!this.#sessions.has(hash)) return right(undefined);
    const endedAt = telling ? new Date().toISOString() : undefined;
    return this.#document.hold(`remove ${hash}`, sessionChanges.remove(hash, endedAt));
  }

  /** Ends the sessions that were not used since, by milliseconds of the wall clock. */
  async removeUnused(beforeMs: number): Promise<void> {
    if (!this.all.some((each) => Date.parse(each.used_at) < beforeMs)) return;
    const change = sessionChanges.removeUnused(beforeMs, new Date().toISOString());
    await this.#document.hold("remove unused", change);
  }

  /** Home Assistant is to be told that a refresh token is not used any more. */
  async giveBack(refreshToken: string): Promise<void> {
    const change = sessionChanges.giveBack(refreshToken, new Date().toISOString());
    await this.#document.hold(`give back ${refreshToken}`, change);
  }

  /** Forgets sessions of which Home Assistant was told, or need not be any more. */
  async settle(told: readonly EndedSession[]): Promise<void> {
    const key = `settle ${told.map((each) => each.refresh_token).join()}`;
    await this.#document.hold(key, sessionChanges.settle(told));
  }

  /** Resolves when all changes until now were written or cannot be; later ones are not, since the document may be another's then. */
  close(): Promise<void> {
    return this.#document.close();
  }

  #take(): void {
    const before = this.#sessions;
    this.#sessions = byHash(this.#document.content);
    for (const hash of before.keys()) if (!this.#sessions.has(hash)) this.#onEnded?.(hash);
  }
}
