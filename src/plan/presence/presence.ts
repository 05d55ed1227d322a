import { type Either, left, right } from "fp-ts/lib/Either.js";
import { optionName } from "../../server/config.ts";
import type { Boundary, Guarded } from "../../server/runtime/boundary.ts";
import { type Author, authorOf } from "../plan-codecs.ts";
import type { PeerHeartbeat } from "../../server/websocket/command.ts";
import type { JsonText } from "../raw-json/raw-json.ts";

/** Limits on presence. */
export interface PresenceLimits {
  readonly presences: number;
  /** Selected things per editor. */
  readonly presenceRefs: number;
  /** Bytes of an editor's floor and selection, as JSON. */
  readonly presenceBytes: number;
  /** Milliseconds between two reports. */
  readonly presenceMs: number;
  /** Milliseconds without a sign after which an editor is hidden. */
  readonly presenceQuietMs: number;
}

/** Each report goes to every editor, so both are few: a home has a handful, and a report fits a packet or two. */
export const presenceLimits: PresenceLimits = {
  presences: 64,
  presenceRefs: 200,
  presenceBytes: 8 * 1024,
  presenceMs: 100,
  presenceQuietMs: 30_000,
};

/** What an editor works on. */
interface EditorActivity {
  /** The floor's id; undefined is the first floor. */
  readonly level?: string | undefined;
  /** What is selected, as `${collection}/${key}`. */
  readonly selection: readonly string[];
}

export const tooLong = ({ presenceBytes }: PresenceLimits): string =>
  `more bytes as JSON than ${optionName("presenceBytes")}, ${presenceBytes}`;

/** An editor's connection. */
interface EditorConnection {
  readonly user: Author;
  /** The connection that alone may update this editor. */
  readonly connection: object;
  readonly heartbeat: PeerHeartbeat;
  readonly emit: (report: JsonText) => void;
  readonly hasRoom: () => boolean;
  readonly whenRoom: (callback: () => void) => void;
}

interface Presence {
  readonly id: number;
  readonly seat: EditorConnection;
  /** The lowest number that no other editor has. */
  readonly color: number;
  /** Its part of the report, as JSON. */
  text: string;
  isTold: boolean;
  /** Whether it waits for room. */
  isWaiting: boolean;
  /** What `heard` was at the last check. */
  heard: number;
  /** Consecutive checks without a sign. */
  quiet: number;
}

/** A slow connection may miss one. */
const maxQuiet = 2;

const isQuiet = ({ quiet }: Presence): boolean => quiet >= maxQuiet;

/**
 * Who is editing, and what. Nothing is stored, and no save waits for it. However often editors update, each gets one
 * report per `presence-ms`, and one that has not read the last report gets the newest once it has. An editor without
 * a sign of life is hidden until there is one: a cut connection is not noticed, and ends only minutes later.
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
    this.#look = boundary("editors could not be checked", () => this.#lookAtAll());
    this.#tellAll = boundary("editors could not be reported to each other", () => {
      this.#timer = undefined;
      for (const presence of this.#all.values()) this.#tell(presence);
    });
  }

  /** Adds an editor. Right: its number. Left: which limit is reached. */
  enter(seat: EditorConnection): Either<string, number> {
    const { presences } = this.limits;
    const isFull = this.#all.size >= presences;
    // One user cannot keep all others out.
    const own = [...this.#all.values()].filter((each) => each.seat.user.id === seat.user.id);
    if (isFull || own.length >= Math.max(1, presences / 2))
      return left(`as many editors are present as presences allows, ${presences}`);
    this.#lastId += 1;
    const id = this.#lastId;
    const taken = new Set([...this.#all.values()].map(({ color }) => color));
    let color = 0;
    while (taken.has(color)) color += 1;
    const text = this.#textOf({ id, color, seat }, { selection: [] });
    const heard = seat.heartbeat.heard();
    this.#all.set(id, { id, seat, color, text, isTold: false, isWaiting: false, heard, quiet: 0 });
    const lookMs = this.limits.presenceQuietMs / (maxQuiet + 1);
    this.#looking ??= setInterval(this.#look, lookMs).unref();
    this.#changed();
    return right(id);
  }

  leave(id: number): void {
    if (!this.#all.delete(id)) return;
    this.#changed();
    if (this.#all.size === 0) this.close();
  }

  /** Updates an editor. Left: why the others are not told. */
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

  close(): void {
    clearTimeout(this.#timer);
    clearInterval(this.#looking);
    this.#timer = undefined;
    this.#looking = undefined;
  }

  /** Asks every editor for a sign, and notes who has given one since the last check. */
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

  /** Everybody gets the same bytes. */
  #newest(): JsonText {
    const shown = [...this.#all.values()].filter((each) => !isQuiet(each));
    const texts = shown.map(({ text }) => text);
    return (this.#report ??= [Buffer.from(`{"editors":[${texts.join()}]}`)]);
  }
}
