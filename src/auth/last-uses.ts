import { isLeft, isRight, right } from "fp-ts/lib/Either.js";
import * as t from "io-ts";
import { coalescing } from "../server/runtime/coalescing.ts";
import type { RatedLog } from "../server/runtime/rated-log.ts";
import { type Clock, hourMs, minuteMs, momentText } from "../server/runtime/time.ts";
import { JsonFile } from "../storage/folder/json-file.ts";
import type { DocumentKind, StoredDocument } from "../storage/stored-document.ts";

const lastUsesCodec = t.type({
  version: t.literal(1),
  /** ISO 8601, by user id. */
  used: t.readonly(t.record(t.string, t.string)),
});
type LastUsesContent = t.TypeOf<typeof lastUsesCodec>;

/** When each token was last used: a document beside the users, which need not be rewritten for it. */
export type LastUsesDocument = StoredDocument<LastUsesContent>;

export const lastUsesKind: DocumentKind<LastUsesContent> = {
  name: "last-uses",
  codec: lastUsesCodec,
  empty: { version: 1, used: {} },
};

/** The last uses in a data folder, on disk. */
export const lastUsesFile = (dataFolder: string): LastUsesDocument =>
  new JsonFile(dataFolder, lastUsesKind);

/** When each token was last used; empty if unreadable, since it is only a hint. */
export const readLastUses = (file: LastUsesDocument): Readonly<Record<string, string>> => {
  const content = file.read();
  return isRight(content) ? content.right.used : {};
};

/** How long a use waits to be written with others; a crash loses as much. */
export const writeDelayMs = 5 * minuteMs;
/** How often the use of a lasting connection is written. */
export const lastingUseMs = hourMs;

const timeOf = (text: string | undefined): number => {
  const ms = Date.parse(text ?? "");
  return Number.isNaN(ms) ? 0 : ms;
};

/** Dependencies of last uses. */
interface LastUsesSetup {
  readonly file: LastUsesDocument;
  /** Whether a user has one of the service's own tokens; other users are ignored. */
  readonly has: (id: string) => boolean;
  /** The ids of all connected users. */
  readonly connected: () => readonly string[];
  readonly clock: Clock;
  readonly log: RatedLog;
}

/** Notes when each token was last used: in memory at once, on disk together some minutes later. */
export class LastUses {
  readonly #setup: LastUsesSetup;
  readonly #noted = new Map<string, number>();
  #callOff: () => void;
  readonly #writeDue = coalescing(() => this.#write());

  constructor(setup: LastUsesSetup) {
    this.#setup = setup;
    this.#callOff = this.#later();
  }

  /** A user has just logged in. */
  note(id: string): void {
    const { has, clock } = this.#setup;
    if (has(id)) this.#noted.set(id, clock.now());
  }

  /** When each user was last connected, ISO 8601 by id: now, for those who are. */
  all(): ReadonlyMap<string, string> {
    const { file, clock } = this.#setup;
    const times = new Map(
      Object.entries(readLastUses(file)).map(([id, at]) => [id, timeOf(at)] as const),
    );
    for (const [id, at] of this.#noted) times.set(id, Math.max(at, times.get(id) ?? 0));
    for (const id of this.#setup.connected()) times.set(id, clock.now());
    return new Map([...times].map(([id, at]) => [id, momentText(at)]));
  }

  /** Writes what is due; resolves when that is done. */
  flush(): Promise<void> {
    return this.#writeDue();
  }

  /** Writes the rest. */
  close(): Promise<void> {
    this.#callOff();
    return this.flush();
  }

  #later(): () => void {
    const { clock, log } = this.#setup;
    const flush = log.boundary("the last uses of tokens could not be saved", () => {
      this.#callOff = this.#later();
      return this.flush();
    });
    return clock.after(writeDelayMs, flush);
  }

  async #write(): Promise<void> {
    const { file, has, connected, clock, log } = this.#setup;
    const now = clock.now();
    const kept = readLastUses(file);
    const isNewer = ([id, at]: readonly [string, number]): boolean => at > timeOf(kept[id]);
    const still = connected().flatMap((id) =>
      has(id) && now - Math.max(timeOf(kept[id]), this.#noted.get(id) ?? 0) >= lastingUseMs
        ? [[id, now] as const]
        : [],
    );
    const due = [...this.#noted, ...still].filter(isNewer);
    if (due.length === 0) return this.#noted.clear();
    const written = await file.change((content) => {
      const used = new Map(Object.entries(content.used).filter(([id]) => has(id)));
      for (const [id, at] of due)
        if (at > timeOf(used.get(id)) && has(id)) used.set(id, momentText(at));
      return right([{ ...content, used: Object.fromEntries(used) }, undefined]);
    });
    if (isLeft(written))
      return log.warn({ problem: written.left }, "the last uses of tokens cannot be saved");
    for (const [id, at] of due) if (this.#noted.get(id) === at) this.#noted.delete(id);
  }
}
