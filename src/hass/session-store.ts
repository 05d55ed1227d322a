import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { RatedLog } from "../host/rated-log.ts";
import { type SessionChange, sessionChanges } from "./session-changes.ts";
import type { EndedSession, KeptSession, KeptSessions, SessionsDocument } from "./sessions-file.ts";

/**
 * The sessions of a document that others may change, too. Changes hold here at once; they are written one after
 * another, together where they come together, and those that cannot be are written with the next.
 */
export class SessionStore {
  readonly #document: SessionsDocument;
  readonly #log: RatedLog;
  readonly #unwatch: () => void;
  /** What the document was last seen to hold. */
  #content: KeptSessions;
  /** Changes that are not in it yet, as far as is known. */
  #pending: readonly SessionChange[] = [];
  #sessions = new Map<string, KeptSession>();
  #ended: readonly EndedSession[] = [];
  #onEnded: ((hash: string) => void) | undefined;
  #writing: Promise<Either<string, void>> | undefined;
  #next: Promise<Either<string, void>> | undefined;
  #isClosed = false;

  private constructor(document: SessionsDocument, log: RatedLog, content: KeptSessions) {
    this.#document = document;
    this.#log = log;
    this.#content = content;
    this.#look();
    this.#unwatch = document.watch(() => this.#follow());
  }

  /** The left says why the document cannot be understood, which then stays as it is. */
  static open(document: SessionsDocument, log: RatedLog): Either<string, SessionStore> {
    const content = document.read();
    return isLeft(content) ? content : right(new SessionStore(document, log, content.right));
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
    return this.#ended;
  }

  /** Adds a session; durable when it resolves with a right. */
  begin(session: KeptSession): Promise<Either<string, void>> {
    this.#add(sessionChanges.begin(session));
    return this.#write();
  }

  /** A session was used now. */
  async used(hash: string): Promise<void> {
    await this.#change(sessionChanges.used(hash, new Date().toISOString()));
  }

  /** Ends a session; Home Assistant is to be told where `telling`. */
  async remove(hash: string, telling: boolean): Promise<void> {
    const endedAt = telling ? new Date().toISOString() : undefined;
    if (this.#sessions.has(hash)) await this.#change(sessionChanges.remove(hash, endedAt));
  }

  /** Ends the sessions that were not used since, by milliseconds of the wall clock, and tries again what could not be written. */
  async removeUnused(beforeMs: number): Promise<void> {
    if (this.all.some((each) => Date.parse(each.used_at) < beforeMs))
      await this.#change(sessionChanges.removeUnused(beforeMs, new Date().toISOString()));
    else if (this.#pending.length > 0) await this.#writeOrWarn();
  }

  /** Home Assistant is to be told that a refresh token is not used any more. */
  async giveBack(refreshToken: string): Promise<void> {
    await this.#change(sessionChanges.giveBack(refreshToken, new Date().toISOString()));
  }

  /** Forgets sessions of which Home Assistant was told, or need not be any more. */
  async settle(told: readonly EndedSession[]): Promise<void> {
    await this.#change(sessionChanges.settle(told));
  }

  /** Resolves when all changes until now were written or cannot be; later ones are not, since the document may be another's then. */
  async close(): Promise<void> {
    this.#unwatch();
    const last = this.#next ?? this.#writing;
    this.#isClosed = true;
    await last;
  }

  #add(change: SessionChange): void {
    this.#pending = [...this.#pending, change];
    this.#look();
  }

  #change(change: SessionChange): Promise<void> {
    this.#add(change);
    return this.#writeOrWarn();
  }

  async #writeOrWarn(): Promise<void> {
    const written = await this.#write();
    if (isLeft(written) && !this.#isClosed)
      this.#log.warn({ problem: written.left }, "a change of the sessions cannot be kept");
  }

  async #write(): Promise<Either<string, void>> {
    if (this.#isClosed) return left("the service is stopping");
    // What is written next has every change until then.
    this.#next ??= this.#writeAfter(this.#writing);
    return this.#next;
  }

  async #writeAfter(earlier: Promise<unknown> | undefined): Promise<Either<string, void>> {
    await earlier;
    this.#writing = this.#next;
    this.#next = undefined;
    const changes = this.#pending;
    const written = await this.#document.change((content) =>
      right([changes.reduce((made, change) => change(made), content), undefined]),
    );
    if (!isLeft(written)) {
      this.#pending = this.#pending.slice(changes.length);
      this.#follow();
    }
    if (this.#next === undefined) this.#writing = undefined;
    return isLeft(written) ? left(written.left) : right(undefined);
  }

  #follow(): void {
    const content = this.#document.read();
    if (isLeft(content))
      return this.#log.warn(
        { problem: content.left },
        "the sessions cannot be read; they stay as they were",
      );
    this.#content = content.right;
    this.#look();
  }

  /** Takes in what the document holds, with the changes that are still to come. */
  #look(): void {
    const before = this.#sessions;
    const now = this.#pending.reduce((made, change) => change(made), this.#content);
    this.#sessions = new Map(now.sessions.map((each) => [each.token_sha256, each]));
    this.#ended = now.ended;
    for (const hash of before.keys()) if (!this.#sessions.has(hash)) this.#onEnded?.(hash);
  }
}
