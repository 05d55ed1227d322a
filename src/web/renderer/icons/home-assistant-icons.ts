import type { FoundIcon, IconShape, IconSource } from "../options.ts";

/** Milliseconds after which a set that is missing is looked for again at first, and at most. */
const [firstPauseMs, longestPauseMs] = [250, 30_000];

/** The sets of Home Assistant's own, which are there from the start and which no other takes the place of. */
const itsOwn: ReadonlySet<string> = new Set(["mdi", "hass", "hassio", "hademo"]);

const textIn = (from: object, field: string): string | undefined => {
  const value: unknown = Reflect.get(from, field);
  return typeof value === "string" && value !== "" ? value : undefined;
};

/** The shape of an icon as Home Assistant has it, if it is one; `from` may be anything. */
const shapeIn = (from: unknown): IconShape | undefined => {
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
const isAdded = (name: string): boolean => getterOf(partsOf(name)[0]) !== undefined;

/** The shape of an icon such as `fab:github` from the added set that it is of; undefined where that is not here, or has no such icon. */
const addedIcon = async (name: string): Promise<IconShape | undefined> => {
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

/** Milliseconds after which Home Assistant's element is asked whether it has the icon, one after another. */
const pauses: readonly number[] = [0, 20, 50, 100, 200, 400, 800];

/** Milliseconds within which Home Assistant's page has defined its elements, or is none of its pages. */
const patience = 500;

const wait = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

/** What an `ha-icon` shows: it gives the paths to an `ha-svg-icon` of its own. */
const shownBy = (icon: Element): IconShape | undefined =>
  shapeIn(icon.shadowRoot?.querySelector("ha-svg-icon"));

/**
 * Asks an `ha-icon` that nobody sees for its paths. Within the drawing it would need a `foreignObject`, which some
 * browsers put elsewhere once it is turned.
 */
const askElement = async (name: string): Promise<IconShape | undefined> => {
  await Promise.race([customElements.whenDefined("ha-icon"), wait(patience)]);
  if (customElements.get("ha-icon") === undefined) return undefined;
  const icon = document.createElement("ha-icon");
  icon.hidden = true;
  Reflect.set(icon, "icon", name);
  document.body.append(icon);
  try {
    for (const pause of pauses) {
      await wait(pause);
      const shape = shownBy(icon);
      if (shape !== undefined) return shape;
    }
    return undefined;
  } finally {
    icon.remove();
  }
};

/**
 * Asks Home Assistant's page for an icon: the set that somebody has added there, else its own element; and our own
 * `files` where it gives none. Null where its set is not here, which may have it.
 */
export const askHomeAssistant = async (name: string, files: IconSource): Promise<FoundIcon> => {
  if (isAdded(name)) return addedIcon(name);
  return (await askElement(name)) ?? (await files(name)) ?? null;
};
