import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { RatedLog } from "../host/rated-log.ts";
import type { JsonFile } from "../host/users/json-file.ts";
import type { EndedSession, KeptSession, KeptSessions } from "./sessions-file.ts";

/** What is in the sessions file, for a service that alone changes it. Changes hold at once; they are written one after another, together where they come together. */
export class SessionStore {
  readonly #file: JsonFile<KeptSessions>;
  readonly #log: RatedLog;
  readonly #sessions: Map<string, KeptSession>;
  #ended: readonly EndedSession[];
  #writing: Promise<Either<string, void>> | undefined;
  #next: Promise<Either<string, void>> | undefined;
  #isClosed = false;

  private constructor(file: JsonFile<KeptSessions>, log: RatedLog, content: KeptSessions) {
    this.#file = file;
    this.#log = log;
    this.#sessions = new Map(content.sessions.map((each) => [each.token_sha256, each]));
    this.#ended = content.ended;
  }

  /** The left says why the file cannot be understood, which then stays as it is. */
  static open(file: JsonFile<KeptSessions>, log: RatedLog): Either<string, SessionStore> {
    const content = file.read();
    return isLeft(content) ? content : right(new SessionStore(file, log, content.right));
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

  /** Adds a session or replaces the one of its token; durable when it resolves with a right. */
  put(session: KeptSession): Promise<Either<string, void>> {
    this.#sessions.set(session.token_sha256, session);
    return this.#write();
  }

  /** Ends a session here; Home Assistant is to be told where `telling`. */
  async remove(hash: string, telling: boolean): Promise<void> {
    const session = this.#sessions.get(hash);
    if (session === undefined) return;
    this.#sessions.delete(hash);
    if (telling) await this.giveBack(session.refresh_token);
    else await this.#writeOrWarn();
  }

  /** Home Assistant is to be told that a refresh token is not used any more. */
  async giveBack(refresh_token: string): Promise<void> {
    this.#ended = [...this.#ended, { refresh_token, ended_at: new Date().toISOString() }];
    await this.#writeOrWarn();
  }

  /** Forgets sessions of which Home Assistant was told, or need not be any more. */
  async settle(told: readonly EndedSession[]): Promise<void> {
    if (told.length === 0) return;
    this.#ended = this.#ended.filter((each) => !told.includes(each));
    await this.#writeOrWarn();
  }

  /** Resolves when all changes until now were written or cannot be; later ones are not, since the file may be another's then. */
  async close(): Promise<void> {
    const last = this.#next ?? this.#writing;
    this.#isClosed = true;
    await last;
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
    const content = { version: 1, sessions: this.all, ended: this.#ended } as const;
    const written = await this.#file.change(() => right([content, undefined]));
    if (this.#next === undefined) this.#writing = undefined;
    return isLeft(written) ? left(written.left) : right(undefined);
  }
}
