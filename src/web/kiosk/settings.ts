import { basePath } from "../page/token-storage.ts";
import { looks } from "../card/config.ts";
import { type Night, readNight } from "./dimmer.ts";

/** Settings of a wall page, from the parameters of its address. */
export interface KioskSettings {
  /** Id or name of the only floor to show; undefined offers all floors. */
  readonly level: string | undefined;
  readonly look: (typeof looks)[number];
  /** Whether to show the tracing image. */
  readonly traced: boolean;
  /** Whether the plan is drawn in plain colours. */
  readonly plain: boolean;
  /** The quantity that is shown as a heat map; none by default. */
  readonly heatMap: string | undefined;
  /** The layers that are shown, as the card's option says; those that the plan shows by default if undefined. */
  readonly layers: string | undefined;
  /** When the page is dimmed; never by default. */
  readonly night: Night | undefined;
  /** Brightness when dimmed, in percent. */
  readonly dim: number;
}

const names = ["level", "look", "plain", "traced", "heat_map", "layers", "night", "dim"] as const;
const defaultDim = 20;

const place = `floorplan-wall:${basePath}`;

/** The known parameters of a query in a fixed order; empty if there are none. */
const known = (search: string): string => {
  const given = new URLSearchParams(search);
  const kept = names.flatMap((name) => {
    const value = given.get(name);
    return value === null ? [] : [[name, value]];
  });
  return new URLSearchParams(kept).toString();
};

/** Reads the parameters; invalid ones count as missing. */
export const readKioskSettings = (search: string): KioskSettings => {
  const given = new URLSearchParams(search);
  const isOn = (name: string): boolean => /^(|1|true|yes|on)$/.test(given.get(name) ?? "no");
  const dim = Number(given.get("dim") ?? defaultDim);
  return {
    level: given.get("level") ?? undefined,
    look: looks.find((each) => each === given.get("look")) ?? "auto",
    plain: isOn("plain"),
    traced: isOn("traced"),
    heatMap: given.get("heat_map") ?? undefined,
    layers: given.get("layers") ?? undefined,
    night: readNight(given.get("night") ?? ""),
    dim: Number.isFinite(dim) && dim >= 0 && dim <= 100 ? dim : defaultDim,
  };
};

/** The parameters of the address, which are then stored, else the stored ones; a query without its question mark. */
export const kioskParameters = (): string => {
  const given = known(location.search);
  try {
    if (given === "") return known(localStorage.getItem(place) ?? "");
    localStorage.setItem(place, given);
  } catch {
    // Without storage, the address has to give them each time.
  }
  return given;
};
