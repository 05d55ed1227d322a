import { entitiesOf, type PlanData } from "../../model/elements/entities.ts";
import type { JsonObject } from "../../model/json.ts";
import { givesLight } from "../renderer/light/lamps.ts";
import type { EditorContext } from "./component.ts";

/** How many pieces of furniture a plan has from which on a drag lifts them. */
const many = 1000;

/** A drawing in two parts. */
export interface Lifted {
  /** The plan without what is lifted: the same object as long as nothing else changes. */
  readonly beneath: PlanData;
  /** The furniture over it, as it is now. */
  readonly pieces: readonly JsonObject[];
}

/** What stays of a lifted piece: nothing to see, at its place in the list, so that no other moves up. */
const emptied = ({ id = null, level = null }: JsonObject): JsonObject => ({ id, level });

const fieldsBeside = (plan: PlanData): readonly unknown[] =>
  Object.entries(plan).flatMap(([name, value]) => (name === "furniture" ? [] : [name, value]));

const isSameBeside = (one: PlanData, other: PlanData): boolean => {
  const [values, others] = [fieldsBeside(one), fieldsBeside(other)];
  return values.length === others.length && values.every((value, at) => value === others[at]);
};

/**
 * Lifts the furniture that is dragged off a large plan, so that the browser paints that alone for each frame, and not thousands
 * of pieces. Lamps stay, as their light has to follow them.
 */
export class Lift {
  /** The plan when the drag began. */
  #base: PlanData | undefined;
  #places: readonly number[] = [];
  #beneath: PlanData | undefined;

  /** What to draw beneath and above; nothing is lifted unless furniture alone is dragged. */
  take({ session, view }: Pick<EditorContext, "session" | "view">): Lifted {
    const { plan } = session.state;
    if (view.input.press !== "tool") this.#base = undefined;
    else this.#base ??= plan;
    const base = this.#base;
    const places = base === undefined || base === plan ? [] : this.#changedPlaces(base, plan);
    if (base === undefined || places.length === 0) {
      [this.#places, this.#beneath] = [[], undefined];
      return { beneath: plan, pieces: [] };
    }
    const now = entitiesOf(plan, "furniture");
    if (this.#beneath === undefined || places.join() !== this.#places.join()) {
      const furniture = now.map(({ data }, at) => (places.includes(at) ? emptied(data) : data));
      [this.#places, this.#beneath] = [places, { ...plan, furniture }];
    }
    const lifted = new Set(places);
    const pieces = now.flatMap(({ data }, at) => (lifted.has(at) ? [data] : []));
    return { beneath: this.#beneath, pieces };
  }

  /** The places of changed furniture in its list; none if anything else has changed, or a lamp. */
  #changedPlaces(base: PlanData, plan: PlanData): readonly number[] {
    const [before, now] = [entitiesOf(base, "furniture"), entitiesOf(plan, "furniture")];
    if (now.length < many || now.length !== before.length || !isSameBeside(base, plan)) return [];
    const places = now.flatMap((piece, at) => (piece.data === before[at]?.data ? [] : [at]));
    return places.some((at) => givesLight(now[at]?.data ?? {})) ? [] : places;
  }
}
