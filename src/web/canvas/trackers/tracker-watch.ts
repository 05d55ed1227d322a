import type { PlanData } from "../../../model/elements/entities.ts";
import { distance, isSame } from "../../../model/geometry/vector.ts";
import type { Position } from "../../home-assistant/positions/position.ts";
import type { PositionStore } from "../../home-assistant/positions/position-store.ts";

/** A target, and how it has moved since somebody looked. */
export interface Watched {
  readonly position: Position;
  /** When its coordinates changed last, by `performance.now`; undefined if they have not yet. */
  readonly movedAt?: number | undefined;
  /** The metres of its last jump: farther at once than anybody goes. */
  readonly jumped?: number | undefined;
}

/** Metres, and metres per second, from which a move is a jump. */
const [jump, jumpSpeed] = [2, 5];

/** How a target has moved with its newest position. */
const watched = (position: Position, before: Watched | undefined): Watched => {
  const { source } = position;
  const was = before?.position;
  const isMoved = source && was?.source && !isSame(source, was.source);
  const movedAt = isMoved === true ? performance.now() : before?.movedAt;
  if (position.state !== "located" || was?.state !== "located")
    return { position, movedAt, jumped: before?.jumped };
  const metres = distance(position.place, was.place);
  const seconds = position.changedAt - was.changedAt;
  const isJump = metres > jump && metres > jumpSpeed * seconds;
  return { position, movedAt, jumped: isJump ? metres : before?.jumped };
};

/** The part of the store of positions that is needed. */
type Positions = Pick<PositionStore, "subscribe" | "follow" | "end" | "isRefused">;

/** Follows the targets of the saved plan's trackers while somebody looks at them in the editor. */
export class TrackerWatch {
  readonly #store: Positions;
  readonly #listeners = new Set<() => void>();
  #now: ReadonlyMap<string, Watched> = new Map();

  constructor(store: Positions) {
    this.#store = store;
    store.subscribe((changed) => {
      const next = new Map(this.#now);
      for (const [id, position] of changed)
        if (position === undefined) next.delete(id);
        else next.set(id, watched(position, next.get(id)));
      this.#now = next;
      for (const listener of this.#listeners) listener();
    });
  }

  /** The targets by id; a new object after each change. */
  get now(): ReadonlyMap<string, Watched> {
    return this.#now;
  }

  /** Whether the user lacks the right to see positions. */
  get isRefused(): boolean {
    return this.#store.isRefused;
  }

  /** The targets of a tracker, by its id: one, or several in their order. */
  of(id: string): readonly Watched[] {
    const one = this.#now.get(id);
    if (one !== undefined) return [one];
    const several: Watched[] = [];
    for (let at = 1; ; at += 1) {
      const target = this.#now.get(`${id}/${at}`);
      if (target === undefined) return several;
      several.push(target);
    }
  }

  /** Calls the listener after each change; returns a function that ends that. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Follows the trackers of a plan. */
  follow(plan: PlanData): void {
    this.#store.follow(plan);
  }

  end(): void {
    this.#store.end();
  }
}
