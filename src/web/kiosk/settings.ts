import { basePath } from "../page/token-storage.ts";
import { looks } from "../card/config.ts";
import { type Night, readNight } from "./dimmer.ts";

/** How a wall page shows the plan, by the parameters of its address. */
export interface KioskSettings {
  /** Id or name of the only floor that is shown; with none, floors can be switched. */
  readonly level: string | undefined;
  readonly look: (typeof looks)[number];
  /** Whether the tracing image lies under the plan. */
  readonly traced: boolean;
  /** When it is dimmed; never by default. */
  readonly night: Night | undefined;
  /** How bright it is then, in percent. */
  readonly dim: number;
}

const names = ["level", "look", "traced", "night", "dim"] as const;
const defaultDim = 20;

const place = `floorplan-wall:${basePath}`;

/** The parameters of a search that mean something here, in one order; empty where there are none. */
const known = (search: string): string => {
  const given = new URLSearchParams(search);
  const kept = names.flatMap((name) => {
    const value = given.get(name);
    return value === null ? [] : [[name, value]];
  });
  return new URLSearchParams(kept).toString();
};

/** Reads parameters; what cannot be read counts as not given. */
export const readKioskSettings = (search: string): KioskSettings => {
  const given = new URLSearchParams(search);
  const dim = Number(given.get("dim") ?? defaultDim);
  return {
    level: given.get("level") ?? undefined,
    look: looks.find((each) => each === given.get("look")) ?? "auto",
    traced: /^(|1|true|yes|on)$/.test(given.get("traced") ?? "no"),
    night: readNight(given.get("night") ?? ""),
    dim: Number.isFinite(dim) && dim >= 0 && dim <= 100 ? dim : defaultDim,
  };
};

/** The parameters of the address, which this browser then keeps, else those that it has kept: a query without its mark. */
export const kioskParameters = (): string => {
  const given = known(location.search);
  try {
    if (given === "") return known(localStorage.getItem(place) ?? "");
    localStorage.setItem(place, given);
  } catch {
    // A browser that keeps nothing is told each time.
  }
  return given;
};
