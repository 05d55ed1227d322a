import type { IconShape } from "../../renderer/options.ts";

/** Milliseconds after which a set that is missing is looked for again at first, and at most. */
const [firstPauseMs, longestPauseMs] = [250, 30_000];

/** The sets of Home Assistant's own, which are there from the start and which no other takes the place of. */
const itsOwn: ReadonlySet<string> = new Set(["mdi", "hass", "hassio", "hademo"]);

const textIn = (from: object, field: string): string | undefined => {
  const value: unknown = Reflect.get(from, field);
  return typeof value === "string" && value !== "" ? value : undefined;
};

/** The shape of an icon as Home Assistant has it, if it is one; `from` may be anything. */
export const shapeIn = (from: unknown): IconShape | undefined => {
  if (typeof from !== "object" || from === null) return undefined;
  const path = textIn(from, "path");
  if (path === undefined) return undefined;
  return { path, secondary: textIn(from, "secondaryPath"), viewBox: textIn(from, "viewBox") };
};

const ownOf = (registry: string, set: string): unknown => {
  const sets: unknown = Reflect.get(globalThis, registry);
  const isThere = typeof sets === "object" && sets !== null && Object.hasOwn(sets, set);
  return isThere ? Reflect.get(sets, set) : undefined;
};

/**
 * What gives the icons of a set that somebody has added to Home Assistant's page, once it has registered itself in
 * `customIcons` or, as older ones do, in `customIconsets` (home-assistant/frontend: src/data/custom_icons.ts).
 */
const getterOf = (set: string): ((icon: string) => unknown) | undefined => {
  if (itsOwn.has(set)) return undefined;
  const helpers = ownOf("customIcons", set);
  const isHelped = typeof helpers === "object" && helpers !== null;
  const get: unknown = isHelped ? Reflect.get(helpers, "getIcon") : ownOf("customIconsets", set);
  return typeof get === "function" ? (icon) => Reflect.apply(get, helpers, [icon]) : undefined;
};

const partsOf = (name: string): readonly [set: string, icon: string] => {
  const [set = "", icon = ""] = name.split(":", 2);
  return [set, icon];
};

/** Whether the set of an icon is one that somebody has added, and here. */
export const isAdded = (name: string): boolean => getterOf(partsOf(name)[0]) !== undefined;

/** The shape of an icon such as `fab:github` from the added set that it is of; undefined where that is not here, or has no such icon. */
export const addedIcon = async (name: string): Promise<IconShape | undefined> => {
  const [set, icon] = partsOf(name);
  return shapeIn(await getterOf(set)?.(icon));
};

/** The sets that are waited for, and who is told when they are here. Nothing tells of that, so that they are looked for. */
const awaited = new Map<string, Set<() => void>>();
let pauseMs = firstPauseMs;
let timer: ReturnType<typeof setTimeout> | undefined;

const look = (): void => {
  timer = undefined;
  for (const [set, listeners] of awaited) {
    if (getterOf(set) === undefined) continue;
    awaited.delete(set);
    for (const listener of listeners) listener();
  }
  pauseMs = Math.min(pauseMs * 2, longestPauseMs);
  lookLater();
};

const lookLater = (): void => {
  if (awaited.size > 0) timer ??= setTimeout(look, pauseMs);
};

/** Calls the listener once the set of an icon is here, at once where it is already, unless that is over before. */
export const whenAdded = (name: string, listener: () => void, over: AbortSignal): void => {
  const [set] = partsOf(name);
  if (over.aborted || itsOwn.has(set)) return;
  if (getterOf(set) !== undefined) {
    listener();
    return;
  }
  const listeners = awaited.get(set) ?? new Set();
  if (listeners.size === 0) {
    awaited.set(set, listeners);
    // Somebody has only now begun to wait.
    pauseMs = firstPauseMs;
    clearTimeout(timer);
    timer = undefined;
  }
  listeners.add(listener);
  lookLater();
  const end = (): void => {
    listeners.delete(listener);
    if (listeners.size === 0 && awaited.get(set) === listeners) awaited.delete(set);
  };
  over.addEventListener("abort", end, { once: true });
};
