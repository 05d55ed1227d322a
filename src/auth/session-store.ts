import * as t from "io-ts";
import { type Either, map, right } from "fp-ts/lib/Either.js";
import { JsonFile } from "../storage/folder/json-file.ts";
import type { DocumentKind, StoredDocument } from "../storage/stored-document.ts";
import { WriteBehindDocument } from "../storage/write-behind-document.ts";
import type { RatedLog } from "../server/runtime/rated-log.ts";

const keptSession = t.readonly(
  t.type({
    /** SHA-256 of the session's token, in hexadecimal; the token itself is never stored. */
    token_sha256: t.string,
    refresh_token: t.string,
    /** The Home Assistant user, by their id here. Older files lack it. */
    user_id: t.union([t.string, t.undefined]),
    /** The address of this service, as the browser saw it: Home Assistant binds the tokens to it. */
    client_id: t.string,
    /** ISO 8601, as is `used_at`. */
    created_at: t.string,
    /** Accurate to the hour. */
    used_at: t.string,
  }),
);

/** A session as kept on disk. */
export type StoredSession = t.TypeOf<typeof keptSession>;

const endedSession = t.readonly(t.type({ refresh_token: t.string, ended_at: t.string }));

/** An ended session whose refresh token Home Assistant has not revoked yet. */
type EndedSession = t.TypeOf<typeof endedSession>;

const sessionsCodec = t.type({
  version: t.literal(1),
  sessions: t.readonlyArray(keptSession),
  ended: t.readonlyArray(endedSession),
});

type KeptSessions = t.TypeOf<typeof sessionsCodec>;

/** The stored sessions. */
export type SessionsDocument = StoredDocument<KeptSessions>;

export const sessionsKind: DocumentKind<KeptSessions> = {
  name: "sessions",
  codec: sessionsCodec,
  empty: { version: 1, sessions: [], ended: [] },
};

/** The sessions of a data folder, on disk. Backups exclude them: the tokens belong to Home Assistant. */
export const sessionsFile = (dataFolder: string): SessionsDocument =>
  new JsonFile(dataFolder, sessionsKind);

const withEnded = (content: KeptSessions, more: readonly EndedSession[]): KeptSessions => {
  const known = new Set(content.ended.map((each) => each.refresh_token));
  const added = more.filter((each) => !known.has(each.refresh_token));
  return added.length === 0 ? content : { ...content, ended: [...content.ended, ...added] };
};

const without = (
  content: KeptSessions,
  goes: (session: StoredSession) => boolean,
  endedAt: string | undefined,
): KeptSessions => {
  const gone = content.sessions.filter(goes);
  if (gone.length === 0) return content;
  const rest = { ...content, sessions: content.sessions.filter((each) => !goes(each)) };
  if (endedAt === undefined) return rest;
  return withEnded(
    rest,
    gone.map(({ refresh_token }) => ({ refresh_token, ended_at: endedAt })),
  );
};

/** The outcome of a change. Left: why it is not written yet, though it applies here. */
export type SessionWrite = Promise<Either<string, void>>;

const byHash = ({ sessions }: KeptSessions): ReadonlyMap<string, StoredSession> =>
  new Map(sessions.map((each) => [each.token_sha256, each]));

/**
 * The sessions in a document that other nodes may change too. Changes apply here at once, see `WriteBehindDocument`.
 */
export class SessionStore {
  readonly #document: WriteBehindDocument<KeptSessions>;
  #sessions: ReadonlyMap<string, StoredSession>;
  #onEnded: ((hash: string) => void) | undefined;

  private constructor(document: WriteBehindDocument<KeptSessions>) {
    this.#document = document;
    this.#sessions = byHash(document.content);
    document.watch(() => this.#take());
    document.follow();
  }

  /** Left: why the document cannot be understood; it is not changed then. */
  static open(document: SessionsDocument, log: RatedLog): Either<string, SessionStore> {
    const held = WriteBehindDocument.open({
      document,
      boundary: log.boundary,
      onUnread: (problem) =>
        log.warn({ problem }, "the sessions cannot be read; they stay as they were"),
      onUnkept: (problem) => log.warn({ problem }, "a change of the sessions cannot be saved"),
    });
    return map((opened: WriteBehindDocument<KeptSessions>) => new SessionStore(opened))(held);
  }

  /** Calls back for each session that ends from now on, at whichever node. */
  whenEnded(onEnded: (hash: string) => void): void {
    this.#onEnded = onEnded;
  }

  get(hash: string): StoredSession | undefined {
    return this.#sessions.get(hash);
  }

  /** In the order in which they began. */
  get all(): readonly StoredSession[] {
    return [...this.#sessions.values()];
  }

  /** Ended sessions whose refresh tokens are still to be revoked, oldest first. */
  get ended(): readonly EndedSession[] {
    return this.#document.content.ended;
  }

  /** Adds a session; durable when it resolves with a right. */
  begin(session: StoredSession): SessionWrite {
    const { token_sha256: hash } = session;
    return this.#document.hold(`begin ${hash}`, (content) => {
      const others = content.sessions.filter((each) => each.token_sha256 !== hash);
      return { ...content, sessions: [...others, session] };
    });
  }

  /** Notes that a session was used now. Does not bring back one that another node has ended. */
  async used(hash: string): Promise<void> {
    const now = new Date().toISOString();
    await this.#document.hold(`used ${hash}`, (content) => ({
      ...content,
      sessions: content.sessions.map((each) =>
        each.token_sha256 === hash && Date.parse(each.used_at) < Date.parse(now)
          ? { ...each, used_at: now }
          : each,
      ),
    }));
  }

  /**
   * Ends a session; with `revokes`, its refresh token is to be revoked in Home Assistant, unless another node has
   * ended the session.
   */
  async remove(hash: string, revokes: boolean): SessionWrite {
    if (!this.#sessions.has(hash)) return right(undefined);
    const endedAt = revokes ? new Date().toISOString() : undefined;
    return this.#document.hold(`remove ${hash}`, (content) =>
      without(content, (each) => each.token_sha256 === hash, endedAt),
    );
  }

  /** Ends sessions not used since `beforeMs`, in milliseconds since 1970. */
  async removeUnused(beforeMs: number): Promise<void> {
    const isUnused = (each: StoredSession): boolean => Date.parse(each.used_at) < beforeMs;
    if (!this.all.some(isUnused)) return;
    const endedAt = new Date().toISOString();
    await this.#document.hold("remove unused", (content) => without(content, isUnused, endedAt));
  }

  /** Queues a refresh token without a session to be revoked in Home Assistant. */
  async giveBack(refreshToken: string): Promise<void> {
    const ended = { refresh_token: refreshToken, ended_at: new Date().toISOString() };
    await this.#document.hold(`give back ${refreshToken}`, (content) =>
      withEnded(content, [ended]),
    );
  }

  /** Forgets ended sessions whose refresh tokens were revoked, or need not be. */
  async settle(revoked: readonly EndedSession[]): Promise<void> {
    const tokens = new Set(revoked.map((each) => each.refresh_token));
    await this.#document.hold(`settle ${[...tokens].join()}`, (content) => ({
      ...content,
      ended: content.ended.filter((each) => !tokens.has(each.refresh_token)),
    }));
  }

  /**
   * Resolves once all earlier changes are written or cannot be; later ones are dropped, as the document may be
   * another process's then.
   */
  close(): Promise<void> {
    return this.#document.close();
  }

  #take(): void {
    const before = this.#sessions;
    this.#sessions = byHash(this.#document.content);
    for (const hash of before.keys()) if (!this.#sessions.has(hash)) this.#onEnded?.(hash);
  }
}
