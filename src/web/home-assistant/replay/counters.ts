import type { EntityState } from "../../../model/bindings/entity-state.ts";

const numberIn = ({ state }: EntityState): number =>
  state.trim() === "" ? Number.NaN : Number(state);

/** How a counter counts; undefined for what is none, or is set back at times that its history does not tell. */
const kindOf = ({ attributes = {} }: EntityState): "rising" | "total" | undefined => {
  const { state_class: kind, last_reset: reset } = attributes;
  if (kind === "total_increasing") return "rising";
  return kind === "total" && (reset === undefined || reset === null) ? "total" : undefined;
};

/**
 * The states of an entity in order, each with what it has counted since the first of them, in its unit, if it is a counter
 * (Home Assistant's `state_class`). One that only rises begins anew where it falls by more than a tenth, as in Home
 * Assistant's statistics (`reset_detected` of home-assistant/core, components/sensor/recorder.py); smaller falls are of
 * rounding.
 */
export const withCounted = (states: readonly EntityState[]): readonly EntityState[] => {
  let before: number | undefined;
  let counted = 0;
  return states.map((state) => {
    const [kind, value] = [kindOf(state), numberIn(state)];
    if (kind === undefined || !Number.isFinite(value)) return state;
    const isReset = before !== undefined && kind === "rising" && value < 0.9 * before;
    counted += value - (isReset ? 0 : (before ?? value));
    before = value;
    return { ...state, counted };
  });
};
