import type { FoundIcon, IconShape, IconSource } from "../options.ts";

/** First and longest pause in milliseconds between checks for a missing icon set. */
const [firstPauseMs, longestPauseMs] = [250, 30_000];

/** Home Assistant's own sets, which are always there and cannot be replaced. */
const itsOwn: ReadonlySet<string> = new Set(["mdi", "hass", "hassio", "hademo"]);

const textIn = (from: object, field: string): string | undefined => {
  const value: unknown = Reflect.get(from, field);
  return typeof value === "string" && value !== "" ? value : undefined;
};

/** Reads the shape of an icon in Home Assistant's format; `from` may be anything. */
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
 * The getter of a custom icon set on Home Assistant's page, registered in `customIcons` or, by older sets, in
 * `customIconsets` (home-assistant/frontend: src/data/custom_icons.ts).
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

/** Whether an icon's set is a custom one that is loaded. */
const isAdded = (name: string): boolean => getterOf(partsOf(name)[0]) !== undefined;

/** The shape of an icon such as `fab:github` from its custom set; undefined if the set or the icon is missing. */
const addedIcon = async (name: string): Promise<IconShape | undefined> => {
  const [set, icon] = partsOf(name);
  return shapeIn(await getterOf(set)?.(icon));
};

/** Awaited sets and their listeners. There is no event for new sets, so they are polled. */
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

/** Calls the listener once an icon's set is loaded, at once if it already is, unless `over` aborts before. */
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
    // A new listener polls at the first pace again.
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

/** Milliseconds before each attempt to read Home Assistant's icon element. */
const pauses: readonly number[] = [0, 20, 50, 100, 200, 400, 800];

/** Milliseconds within which Home Assistant's page has defined its elements; otherwise it is another page. */
const patience = 500;

const wait = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

/** The icon shown by an `ha-icon`, which passes the paths to an inner `ha-svg-icon`. */
const shownBy = (icon: Element): IconShape | undefined =>
  shapeIn(icon.shadowRoot?.querySelector("ha-svg-icon"));

/**
 * Reads the paths of an invisible `ha-icon`. In the drawing it would need a `foreignObject`, which some browsers
 * misplace once it is rotated.
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
 * Finds an icon on Home Assistant's page: in its custom set, else by Home Assistant's own element, else in our own
 * `files`. Null if its set is missing but may still come.
 */
export const askHomeAssistant = async (name: string, files: IconSource): Promise<FoundIcon> => {
  if (isAdded(name)) return addedIcon(name);
  return (await askElement(name)) ?? (await files(name)) ?? null;
};
