/** Milliseconds that somebody has to stay in a room until it is told: who walks along a border is in none for long. */
const stayMs = 1000;

/** Who is in which room. */
export type Rooms = readonly (readonly [id: string, room: string])[];

/** Tells when somebody has entered another room. */
export class RoomNews {
  readonly #say: (entered: Rooms) => void;
  /** The rooms that are known to the listener, and those of now, by id. */
  readonly #told = new Map<string, string | undefined>();
  readonly #rooms = new Map<string, string | undefined>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `say` takes who is now in which other room, all at once. */
  constructor(say: (entered: Rooms) => void) {
    this.#say = say;
  }

  /** Somebody is in this room, or in none that is known. Where they are first is no news. */
  put(id: string, room: string | undefined): void {
    this.#rooms.set(id, room);
    if (!this.#told.has(id)) this.#told.set(id, room);
    if (this.#told.get(id) !== room) this.#timer ??= setTimeout(() => this.#tell(), stayMs);
  }

  /** Says where everybody is, of which there are no news then. */
  sayAll(): void {
    this.#told.clear();
    this.#tell();
  }

  /** Forgets everybody. */
  end(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#rooms.clear();
    this.#told.clear();
  }

  #tell(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const entered = [...this.#rooms].flatMap(([id, room]) =>
      room === undefined || room === this.#told.get(id) ? [] : [[id, room] as const],
    );
    for (const [id, room] of entered) this.#told.set(id, room);
    if (entered.length > 0) this.#say(entered);
  }
}
