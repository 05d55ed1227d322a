import { isLeft, isRight, right } from "fp-ts/lib/Either.js";
import * as t from "io-ts";
import { coalescing } from "../server/runtime/coalescing.ts";
import type { RatedLog } from "../server/runtime/rated-log.ts";
import { type Clock, hourMs, minuteMs, momentText } from "../server/runtime/time.ts";
import { JsonFile } from "../storage/folder/json-file.ts";
import type { DocumentKind, StoredDocument } from "../storage/stored-document.ts";

const lastUsesCodec = t.type({
  version: t.literal(1),
  /** ISO 8601, by the ids of users. */
  used: t.readonly(t.record(t.string, t.string)),
});
type LastUsesContent = t.TypeOf<typeof lastUsesCodec>;

/** When each token was used last, as kept: beside the users, which are not written for it. */
export type LastUsesDocument = StoredDocument<LastUsesContent>;

export const lastUsesKind: DocumentKind<LastUsesContent> = {
  name: "last-uses",
  codec: lastUsesCodec,
  empty: { version: 1, used: {} },
};

/** The same of a data folder, as kept on disk. */
export const lastUsesFile = (dataFolder: string): LastUsesDocument =>
  new JsonFile(dataFolder, lastUsesKind);

/** When each token was used last, as far as that can be read: it is of no more use than a hint. */
export const readLastUses = (file: LastUsesDocument): Readonly<Record<string, string>> => {
  const content = file.read();
  return isRight(content) ? content.right.used : {};
};

/** How long a use waits for others to be written with, and so what a crash may lose. */
export const keptWithinMs = 5 * minuteMs;
/** How often it is written of somebody who stays connected that they are still there. */
export const stillThereMs = hourMs;

const timeOf = (text: string | undefined): number => {
  const ms = Date.parse(text ?? "");
  return Number.isNaN(ms) ? 0 : ms;
};

/** What last uses are kept with. */
interface LastUsesSetup {
  readonly file: LastUsesDocument;
  /** Whether somebody has one of the tokens, of which alone this is about. */
  readonly has: (id: string) => boolean;
  /** The ids of all who are connected. */
  readonly connected: () => readonly string[];
  readonly clock: Clock;
  readonly log: RatedLog;
}

/** Keeps when each token was used last: in memory at once, and written some minutes later, together. */
export class LastUses {
  readonly #setup: LastUsesSetup;
  readonly #noted = new Map<string, number>();
  #callOff: () => void;
  readonly #writeDue = coalescing(() => this.#write());

  constructor(setup: LastUsesSetup) {
    this.#setup = setup;
    this.#callOff = this.#later();
  }

  /** Somebody has just come in. */
  note(id: string): void {
    const { has, clock } = this.#setup;
    if (has(id)) this.#noted.set(id, clock.now());
  }

  /** When each was last there, ISO 8601 by id: whoever is connected is there now. */
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
    const flush = log.boundary("when tokens were used last could not be kept", () => {
      this.#callOff = this.#later();
      return this.flush();
    });
    return clock.after(keptWithinMs, flush);
  }

  async #write(): Promise<void> {
    const { file, has, connected, clock, log } = this.#setup;
    const now = clock.now();
    const kept = readLastUses(file);
    const isNewer = ([id, at]: readonly [string, number]): boolean => at > timeOf(kept[id]);
    const still = connected().flatMap((id) =>
      has(id) && now - Math.max(timeOf(kept[id]), this.#noted.get(id) ?? 0) >= stillThereMs
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
      return log.warn({ problem: written.left }, "when tokens were used last cannot be kept");
    for (const [id, at] of due) if (this.#noted.get(id) === at) this.#noted.delete(id);
  }
}
