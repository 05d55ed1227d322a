import { type Either, left, right } from "fp-ts/lib/Either.js";
import { optionName } from "../../server/settings.ts";
import type { Boundary, Guarded } from "../../server/runtime/boundary.ts";
import { type Author, authorOf } from "../plan-codecs.ts";
import type { PeerHeartbeat } from "../../server/websocket/command.ts";
import type { JsonText } from "../raw-json/raw-json.ts";

/** How many editors are told of each other, and how much and how often. */
export interface PresenceLimits {
  /** Editors that are present. */
  readonly presences: number;
  /** Selected things of one. */
  readonly presenceRefs: number;
  /** Bytes of what one tells, as JSON. */
  readonly presenceBytes: number;
  /** Milliseconds between two reports. */
  readonly presenceMs: number;
  /** Milliseconds after which one of which nothing is heard is not shown. */
  readonly presenceQuietMs: number;
}

/** What somebody works on. */
export interface EditorActivity {
  /** The id of the floor; undefined is the first. */
  readonly level?: string | undefined;
  /** What is selected, as `${collection}/${key}`. */
  readonly selection: readonly string[];
}

/** What is said of work that is longer than the limit. */
export const tooLong = ({ presenceBytes }: PresenceLimits): string =>
  `more bytes as JSON than ${optionName("presenceBytes")}, ${presenceBytes}`;

/** Somebody's editor, to which reports go when it has room for them. */
export interface EditorConnection {
  readonly user: Author;
  /** The connection that it came over, which alone may say what it works on. */
  readonly connection: object;
  readonly heartbeat: PeerHeartbeat;
  readonly emit: (report: JsonText) => void;
  readonly hasRoom: () => boolean;
  readonly whenRoom: (callback: () => void) => void;
}

interface Presence {
  readonly id: number;
  readonly seat: EditorConnection;
  /** The lowest number that no other present editor has. */
  readonly color: number;
  /** What others are told of it, as JSON. */
  text: string;
  /** Whether it has the newest report. */
  isTold: boolean;
  /** Whether it is to be called back when there is room. */
  isWaiting: boolean;
  /** What had been heard of it when it was looked at last. */
  heard: number;
  /** How often in a row it was looked at and nothing had been heard. */
  quiet: number;
}

/** As often in a row nothing must have been heard: a line may be slow to bring one sign. */
const mostQuiet = 2;

const isQuiet = ({ quiet }: Presence): boolean => quiet >= mostQuiet;

/**
 * Who is editing, and on what. Nothing of it is kept, nor is it on the way of any save. However often
 * editors tell something new, each is sent one report in `presence-ms`, with all that is newest then, and
 * one that has not read the last ones gets the newest once it has. One of which nothing is heard any more
 * is not shown until something is: a line that was cut is not told by anybody, and ends only in minutes.
 */
export class PresenceRegistry {
  readonly limits: PresenceLimits;
  readonly #all = new Map<number, Presence>();
  readonly #look: Guarded;
  readonly #tellAll: Guarded;
  #lastId = 0;
  #timer: NodeJS.Timeout | undefined;
  #looking: NodeJS.Timeout | undefined;
  #report: JsonText | undefined;

  constructor(limits: PresenceLimits, boundary: Boundary) {
    this.limits = limits;
    this.#look = boundary("editors could not be looked for", () => this.#lookAtAll());
    this.#tellAll = boundary("editors could not be told of each other", () => {
      this.#timer = undefined;
      for (const presence of this.#all.values()) this.#tell(presence);
    });
  }

  /** From now on an editor is present, and is told of all others; the right is its number. The left says which limit is reached. */
  enter(seat: EditorConnection): Either<string, number> {
    const { presences } = this.limits;
    const isFull = this.#all.size >= presences;
    // Nobody keeps all others out.
    const own = [...this.#all.values()].filter((each) => each.seat.user.id === seat.user.id);
    if (isFull || own.length >= Math.max(1, presences / 2))
      return left(`as many editors are present as --presences allows, ${presences}`);
    this.#lastId += 1;
    const id = this.#lastId;
    const taken = new Set([...this.#all.values()].map(({ color }) => color));
    let color = 0;
    while (taken.has(color)) color += 1;
    const text = this.#textOf({ id, color, seat }, { selection: [] });
    const heard = seat.heartbeat.heard();
    this.#all.set(id, { id, seat, color, text, isTold: false, isWaiting: false, heard, quiet: 0 });
    const lookMs = this.limits.presenceQuietMs / (mostQuiet + 1);
    this.#looking ??= setInterval(this.#look, lookMs).unref();
    this.#changed();
    return right(id);
  }

  /** It is gone. */
  leave(id: number): void {
    if (!this.#all.delete(id)) return;
    this.#changed();
    if (this.#all.size === 0) this.close();
  }

  /** What a present editor works on now. The left says why that is not told to the others. */
  update(
    id: number,
    connection: object,
    work: EditorActivity,
  ): Either<"not-found" | { readonly tooMuch: string }, void> {
    const presence = this.#all.get(id);
    if (presence?.seat.connection !== connection) return left("not-found");
    const { presenceRefs, presenceBytes } = this.limits;
    if (work.selection.length > presenceRefs)
      return left({
        tooMuch: `selection: more than ${optionName("presenceRefs")}, ${presenceRefs}`,
      });
    const text = this.#textOf(presence, work);
    if (Buffer.byteLength(text) > presenceBytes) return left({ tooMuch: tooLong(this.limits) });
    if (text === presence.text) return right(undefined);
    presence.text = text;
    this.#changed();
    return right(undefined);
  }

  /** Reports nothing any more. */
  close(): void {
    clearTimeout(this.#timer);
    clearInterval(this.#looking);
    this.#timer = undefined;
    this.#looking = undefined;
  }

  /** Asks everybody for a sign, and sees who has given one since the last time. */
  #lookAtAll(): void {
    let isNews = false;
    for (const presence of this.#all.values()) {
      const { heartbeat } = presence.seat;
      const before = isQuiet(presence);
      const heard = heartbeat.heard();
      presence.quiet = heard === presence.heard ? presence.quiet + 1 : 0;
      presence.heard = heard;
      if (isQuiet(presence) !== before) isNews = true;
      heartbeat.ask();
    }
    if (isNews) this.#changed();
  }

  #textOf(
    { id, color, seat }: Pick<Presence, "id" | "color" | "seat">,
    { level, selection }: EditorActivity,
  ): string {
    return JSON.stringify({ id, user: authorOf(seat.user), color, level, selection });
  }

  #changed(): void {
    this.#report = undefined;
    for (const presence of this.#all.values()) presence.isTold = false;
    this.#timer ??= setTimeout(this.#tellAll, this.limits.presenceMs).unref();
  }

  #tell(presence: Presence): void {
    if (presence.isTold || presence.isWaiting) return;
    const { seat } = presence;
    if (seat.hasRoom()) {
      presence.isTold = true;
      seat.emit(this.#newest());
      return;
    }
    presence.isWaiting = true;
    seat.whenRoom(() => {
      presence.isWaiting = false;
      this.#tell(presence);
    });
  }

  /** The same bytes for everybody. */
  #newest(): JsonText {
    const shown = [...this.#all.values()].filter((each) => !isQuiet(each));
    const texts = shown.map(({ text }) => text);
    return (this.#report ??= [Buffer.from(`{"editors":[${texts.join()}]}`)]);
  }
}
