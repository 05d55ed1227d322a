import type { DiskCall } from "./disk.ts";
import { type Interfere, systemError } from "./memory-disk.ts";

/** Interference that counts the calls. */
export interface Counted {
  readonly interfere: Interfere;
  readonly calls: readonly DiskCall[];
}

/** Counts the calls and lets them through. */
export const counting = (): Counted => {
  const calls: DiskCall[] = [];
  return { interfere: (call) => void calls.push(call), calls };
};

/** Ends the process before call `at`, counted from 0: no call from there on has an effect. */
export const endedBefore = (at: number): Interfere => {
  let seen = 0;
  return (call) => {
    seen += 1;
    return seen > at ? systemError("ENDED", call) : undefined;
  };
};

/** A fault to inject. */
export interface FaultPlan {
  readonly name: DiskCall["name"];
  /** Which call of that name, counted from 0. */
  readonly at: number;
  /** `short`: half of a write, and then a full disk. */
  readonly how: "EIO" | "ENOSPC" | "short";
  readonly howLong: "once" | "for good";
}

/** Fails one call, or also all later ones of its name; `hit` lists the failed calls. */
export const failing = ({ name, at, how, howLong }: FaultPlan): Interfere & { hit: DiskCall[] } => {
  const hit: DiskCall[] = [];
  let seen = 0;
  const interfere: Interfere = (call) => {
    if (call.name !== name) return undefined;
    seen += 1;
    if (seen <= at || (seen > at + 1 && howLong === "once")) return undefined;
    hit.push(call);
    if (how !== "short") return systemError(how, call);
    return seen === at + 1 ? "short" : systemError("ENOSPC", call);
  };
  return Object.assign(interfere, { hit });
};
