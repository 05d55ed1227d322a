import { isLeft, right } from "fp-ts/lib/Either.js";
import * as t from "io-ts";
import { coalescing } from "../server/runtime/coalescing.ts";
import type { RatedLog } from "../server/runtime/rated-log.ts";
import { type Clock, minuteMs } from "../server/runtime/time.ts";
import { hashToken, nextToEvict } from "./user.ts";
import { WriteBehindDocument } from "../storage/write-behind-document.ts";
import { JsonFile } from "../storage/folder/json-file.ts";
import type { DocumentKind, StoredDocument } from "../storage/stored-document.ts";

const entryCodec = t.readonly(
  t.type({
    /** SHA-256 of a network and of a token issuer accepted from there, in hexadecimal. */
    sha256: t.string,
    /** The id of the user who logged in. */
    user: t.string,
  }),
);
const letInCodec = t.type({ version: t.literal(1), let_in: t.readonlyArray(entryCodec) });
type PastLoginsContent = t.TypeOf<typeof letInCodec>;

/** The stored past logins, which matter during a ban. */
export type PastLoginsDocument = StoredDocument<PastLoginsContent>;

export const pastLoginsKind: DocumentKind<PastLoginsContent> = {
  name: "let-in",
  codec: letInCodec,
  empty: { version: 1, let_in: [] },
};

/** The past logins of a data folder, on disk. */
export const pastLoginsFile = (dataFolder: string): PastLoginsDocument =>
  new JsonFile(dataFolder, pastLoginsKind);

/** How many entries are kept; beyond that, the user with the most loses their oldest. */
const maxKept = 1000;

/** How long a new entry waits to be written with others; a crash loses as much. */
export const writeDelayMs = minuteMs;

/** Drops the entries beyond the limit. */
const bounded = <Each>(all: readonly Each[], userOf: (each: Each) => string): readonly Each[] => {
  let kept = all;
  while (kept.length > maxKept) {
    const first = nextToEvict(kept, userOf);
    kept = kept.filter((each) => each !== first);
  }
  return kept;
};

const hashOf = (network: string, issuer: string): string => hashToken(`${network} ${issuer}`);

/** Dependencies of past logins. */
interface PastLoginsSetup {
  readonly document: PastLoginsDocument;
  readonly clock: Pick<Clock, "after">;
  readonly log: RatedLog;
}

/**
 * Remembers which token issuers were accepted from which network. Home Assistant issues many tokens under one issuer, so
 * a token of an accepted issuer cannot be a guess. Entries survive a restart and soon reach other nodes.
 */
export class PastLogins {
  readonly #document: WriteBehindDocument<PastLoginsContent>;
  readonly #setup: PastLoginsSetup;
  /** Unwritten changes by hash: the user, or undefined if a token of the issuer was refused since. */
  readonly #news = new Map<string, string | undefined>();
  readonly #write = coalescing(() => this.#writeNews());
  /** The hashes in the document; cached until it changes. */
  #kept: ReadonlySet<string> | undefined;
  #callOff: (() => void) | undefined;
  #isClosed = false;

  constructor(setup: PastLoginsSetup) {
    const { document, log } = setup;
    this.#setup = setup;
    this.#document = new WriteBehindDocument(
      {
        document,
        boundary: log.boundary,
        onUnread: (problem) => log.warn({ problem }, "past logins cannot be read"),
        onUnkept: () => undefined,
      },
      pastLoginsKind.empty,
    );
    this.#document.watch(() => (this.#kept = undefined));
  }

  /** A token of this issuer was accepted from a network. */
  remember(network: string, issuer: string, user: string): void {
    if (!this.has(network, issuer)) this.#note(hashOf(network, issuer), user);
  }

  /** A token of this issuer was refused. */
  forget(network: string, issuer: string): void {
    if (this.has(network, issuer)) this.#note(hashOf(network, issuer), undefined);
  }

  has(network: string, issuer: string): boolean {
    const hash = hashOf(network, issuer);
    if (this.#news.has(hash)) return this.#news.get(hash) !== undefined;
    // If the document cannot be read now, its last content stays; the log says so.
    this.#document.look();
    const { content } = this.#document;
    return (this.#kept ??= new Set(content.let_in.map(({ sha256 }) => sha256))).has(hash);
  }

  /** Resolves once new entries are written, or cannot be. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#write();
    await this.#document.close();
  }

  #note(hash: string, user: string | undefined): void {
    this.#news.set(hash, user);
    if (this.#news.size > maxKept) {
      const first = nextToEvict([...this.#news], ([, each]) => each ?? "");
      if (first !== undefined) this.#news.delete(first[0]);
    }
    this.#later();
  }

  #later(): void {
    if (this.#isClosed) return;
    const { clock, log } = this.#setup;
    const write = log.boundary("past logins could not be written", this.#write);
    this.#callOff ??= clock.after(writeDelayMs, write);
  }

  async #writeNews(): Promise<void> {
    this.#callOff?.();
    this.#callOff = undefined;
    const news = [...this.#news];
    if (news.length === 0) return;
    const changed = new Set(news.map(([sha256]) => sha256));
    const added = news.flatMap(([sha256, user]) => (user === undefined ? [] : [{ sha256, user }]));
    const written = await this.#document.change((content) => {
      const others = content.let_in.filter(({ sha256 }) => !changed.has(sha256));
      return right([
        { ...content, let_in: bounded([...others, ...added], ({ user }) => user) },
        undefined,
      ]);
    });
    if (isLeft(written)) {
      this.#setup.log.warn({ problem: written.left }, "past logins cannot be written yet");
      return this.#later();
    }
    for (const [hash, user] of news) if (this.#news.get(hash) === user) this.#news.delete(hash);
  }
}
