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
    /** SHA-256 of a network and of the issuer of a token that was accepted from there, in hexadecimal. */
    sha256: t.string,
    /** The id of the user who logged in. */
    user: t.string,
  }),
);
const letInCodec = t.type({ version: t.literal(1), let_in: t.readonlyArray(entryCodec) });
type PastLoginsContent = t.TypeOf<typeof letInCodec>;

/** Past logins, as kept: they matter during a ban. */
export type PastLoginsDocument = StoredDocument<PastLoginsContent>;

export const pastLoginsKind: DocumentKind<PastLoginsContent> = {
  name: "let-in",
  codec: letInCodec,
  empty: { version: 1, let_in: [] },
};

/** The same of a data folder, as kept on disk. */
export const pastLoginsFile = (dataFolder: string): PastLoginsDocument =>
  new JsonFile(dataFolder, pastLoginsKind);

/** Entries that are kept; of more, the oldest entry of the user with the most goes. */
const mostKept = 1000;

/** How long what is new waits for more to be written with, and so what a crash may lose. */
export const keptWithinMs = minuteMs;

/** Those of a list that are kept. */
const bounded = <Each>(all: readonly Each[], userOf: (each: Each) => string): readonly Each[] => {
  let kept = all;
  while (kept.length > mostKept) {
    const first = nextToEvict(kept, userOf);
    kept = kept.filter((each) => each !== first);
  }
  return kept;
};

const hashOf = (network: string, issuer: string): string => hashToken(`${network} ${issuer}`);

/** What it is remembered with. */
interface PastLoginsSetup {
  readonly document: PastLoginsDocument;
  readonly clock: Pick<Clock, "after">;
  readonly log: RatedLog;
}

/**
 * Remembers which issuers of tokens were accepted from which network: Home Assistant issues a user one token after
 * another, and none of an issuer that was accepted is a guess. It outlasts a restart, and other nodes learn of it soon.
 */
export class PastLogins {
  readonly #document: WriteBehindDocument<PastLoginsContent>;
  readonly #setup: PastLoginsSetup;
  /** What is not written yet: the user, or undefined where a token of the issuer was refused since. */
  readonly #news = new Map<string, string | undefined>();
  readonly #write = coalescing(() => this.#writeNews());
  /** The hashes in the document, until that changes. */
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
    // What cannot be read now stays as it was, as the log says.
    this.#document.look();
    const { content } = this.#document;
    return (this.#kept ??= new Set(content.let_in.map(({ sha256 }) => sha256))).has(hash);
  }

  /** Resolves when what is new was written, or cannot be. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#write();
    await this.#document.close();
  }

  #note(hash: string, user: string | undefined): void {
    this.#news.set(hash, user);
    if (this.#news.size > mostKept) {
      const first = nextToEvict([...this.#news], ([, each]) => each ?? "");
      if (first !== undefined) this.#news.delete(first[0]);
    }
    this.#later();
  }

  #later(): void {
    if (this.#isClosed) return;
    const { clock, log } = this.#setup;
    const write = log.boundary("past logins could not be written", this.#write);
    this.#callOff ??= clock.after(keptWithinMs, write);
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
