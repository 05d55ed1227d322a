import * as t from "io-ts";
import { type Either, map, right } from "fp-ts/lib/Either.js";
import { JsonFile } from "../storage/folder/json-file.ts";
import type { DocumentKind, StoredDocument } from "../storage/stored-document.ts";
import { type Change, WriteBehindDocument } from "../storage/write-behind-document.ts";
import type { RatedLog } from "../server/runtime/rated-log.ts";

const keptSession = t.readonly(
  t.type({
    /** SHA-256 of the session's token, in hexadecimal; the token itself is stored nowhere. */
    token_sha256: t.string,
    refresh_token: t.string,
    /** The user of Home Assistant, by their id here. Files that were written before it was kept lack it. */
    user_id: t.union([t.string, t.undefined]),
    /** The address of this service, as the browser saw it: Home Assistant gives tokens to it alone. */
    client_id: t.string,
    /** ISO 8601, as the next. */
    created_at: t.string,
    /** Exact to an hour. */
    used_at: t.string,
  }),
);

/** A session as kept on disk. */
export type KeptSession = t.TypeOf<typeof keptSession>;

const endedSession = t.readonly(t.type({ refresh_token: t.string, ended_at: t.string }));

/** A session that is over here, and of which Home Assistant could not be told yet. */
type EndedSession = t.TypeOf<typeof endedSession>;

const sessionsCodec = t.type({
  version: t.literal(1),
  sessions: t.readonlyArray(keptSession),
  ended: t.readonlyArray(endedSession),
});

type KeptSessions = t.TypeOf<typeof sessionsCodec>;

/** The sessions, as kept. */
export type SessionsDocument = StoredDocument<KeptSessions>;

export const sessionsKind: DocumentKind<KeptSessions> = {
  name: "sessions",
  codec: sessionsCodec,
  empty: { version: 1, sessions: [], ended: [] },
};

/** The sessions of a data folder, as kept on disk. No backup has them: their tokens are Home Assistant's. */
export const sessionsFile = (dataFolder: string): SessionsDocument =>
  new JsonFile(dataFolder, sessionsKind);

/** A change of the sessions, as they are held. */
type SessionChange = Change<KeptSessions>;

const withEnded = (content: KeptSessions, more: readonly EndedSession[]): KeptSessions => {
  const known = new Set(content.ended.map((each) => each.refresh_token));
  const added = more.filter((each) => !known.has(each.refresh_token));
  return added.length === 0 ? content : { ...content, ended: [...content.ended, ...added] };
};

const without = (
  content: KeptSessions,
  goes: (session: KeptSession) => boolean,
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

const sessionChanges = {
  begin:
    (session: KeptSession): SessionChange =>
    (content) => ({
      ...content,
      sessions: [
        ...content.sessions.filter((each) => each.token_sha256 !== session.token_sha256),
        session,
      ],
    }),
  /** A session that another has ended is not brought back. */
  used:
    (hash: string, usedAt: string): SessionChange =>
    (content) => ({
      ...content,
      sessions: content.sessions.map((each) =>
        each.token_sha256 === hash && Date.parse(each.used_at) < Date.parse(usedAt)
          ? { ...each, used_at: usedAt }
          : each,
      ),
    }),
  /** Home Assistant is to be told where there is an `endedAt`, and nobody else has ended it. */
  remove:
    (hash: string, endedAt: string | undefined): SessionChange =>
    (content) =>
      without(content, (each) => each.token_sha256 === hash, endedAt),
  removeUnused:
    (beforeMs: number, endedAt: string): SessionChange =>
    (content) =>
      without(content, (each) => Date.parse(each.used_at) < beforeMs, endedAt),
  giveBack:
    (refreshToken: string, endedAt: string): SessionChange =>
    (content) =>
      withEnded(content, [{ refresh_token: refreshToken, ended_at: endedAt }]),
  settle: (told: readonly EndedSession[]): SessionChange => {
    const tokens = new Set(told.map((each) => each.refresh_token));
    return (content) => ({
      ...content,
      ended: content.ended.filter((each) => !tokens.has(each.refresh_token)),
    });
  },
} as const;

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
