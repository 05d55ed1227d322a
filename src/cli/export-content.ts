import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import { findRevision, storedPlans } from "../plan/state.ts";
import type { Home } from "../backup/home.ts";

/** The JSON of a plan that is kept, of the newest revision where none is named, as it is stored; the left says why there is none. */
export const storedJson = async (
  home: Home,
  rev: number | undefined,
): Promise<Either<string, string>> => {
  const state = await home.readState();
  if (isLeft(state)) return state;
  const { current } = state.right;
  if (current === undefined) return left("no plan is stored yet");
  const found = rev === undefined ? current : findRevision(state.right, rev);
  if (found !== undefined) return right(Buffer.concat(found.json).toString());
  const known = storedPlans(state.right).map((plan) => plan.rev);
  return left(`revision ${rev} is not stored; there are ${known.join(", ")}`);
};
