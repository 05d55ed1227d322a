import type { EntityFilter } from "../../model/kinds/kind.ts";
import type {
  RegistryArea,
  RegistryEntity,
  RegistrySnapshot,
} from "../home-assistant/registry-snapshot.ts";

/** Normalizes a text for search: lower case without accents. */
export const foldForSearch = (text: string): string =>
  text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();

/** Results of a search for entities. */
interface SearchResult {
  /** Best first. */
  readonly entities: readonly RegistryEntity[];
  /** Number of further results. */
  readonly more: number;
}

/** The most results; a longer search text narrows them down. */
export const maxFound = 50;

/** An entity with its search words. */
interface IndexedEntity {
  readonly entity: RegistryEntity;
  readonly name: string;
  readonly words: string;
}

const entriesOf = ({ entities, areas }: RegistrySnapshot): readonly IndexedEntity[] => {
  const byId = new Map<string | undefined, RegistryArea>(areas.map((area) => [area.id, area]));
  return entities.map((entity) => {
    const { name, id, device = "" } = entity;
    const area = byId.get(entity.area)?.name ?? "";
    return {
      entity,
      name: foldForSearch(name),
      words: foldForSearch([name, id, area, device].join("\n")),
    };
  });
};

const entriesByRegistry = new WeakMap<RegistrySnapshot, readonly IndexedEntity[]>();

const indexOf = (registry: RegistrySnapshot): readonly IndexedEntity[] => {
  const made = entriesByRegistry.get(registry) ?? entriesOf(registry);
  entriesByRegistry.set(registry, made);
  return made;
};

/** Number of ranks; the first is the best. */
const ranks = 16;

/**
 * How well a name matches the typed words, 0 being best: it starts with the text, contains all words and starts with
 * the first, contains all words, or not.
 */
const fit = (name: string, parts: readonly string[]): number => {
  if (name.startsWith(parts.join(" "))) return 0;
  if (!parts.every((part) => name.includes(part))) return 3;
  return name.startsWith(parts[0] ?? "") ? 1 : 2;
};

const rankOf = (
  { entity, name }: IndexedEntity,
  parts: readonly string[],
  { first: meant = [] }: EntityFilter,
): number => {
  const isMeant = meant.includes(entity.deviceClass ?? "") || meant.includes(entity.domain);
  const other = isMeant || meant.length === 0 ? 0 : 8;
  return other + (entity.isAside ? 4 : 0) + fit(name, parts);
};

const search = (
  entries: readonly IndexedEntity[],
  parts: readonly string[],
  wants: EntityFilter,
): SearchResult => {
  const { only } = wants;
  const byRank: RegistryEntity[][] = Array.from({ length: ranks }, () => []);
  let count = 0;
  for (const entry of entries) {
    const { entity, words } = entry;
    if (only !== undefined && !only.includes(entity.domain)) continue;
    if (!parts.every((part) => words.includes(part))) continue;
    count += 1;
    byRank[rankOf(entry, parts, wants)]?.push(entity);
  }
  return { entities: byRank.flat().slice(0, maxFound), more: Math.max(0, count - maxFound) };
};

/**
 * Finds entities with all words of a text in their name, id, area or device: of those that fit `wants`, the most likely
 * domains first, then the best names. If none fits, any entity.
 */
export const findEntities = (
  registry: RegistrySnapshot,
  text: string,
  wants: EntityFilter = {},
): SearchResult => {
  const parts = foldForSearch(text)
    .split(/\s+/)
    .filter((part) => part !== "");
  const entries = indexOf(registry);
  const found = search(entries, parts, wants);
  if (found.entities.length > 0 || wants.only === undefined) return found;
  const { only: _, ...any } = wants;
  return search(entries, parts, any);
};

/** What something is called, and other words for it. */
interface Called {
  readonly name: string;
  readonly others: string;
}

/** Whether one of some words starts with a text. */
const beginsIn = (words: string, text: string): boolean => ` ${words}`.includes(` ${text}`);

/** Whether a text is among some words, and not only the beginning of one. */
const isIn = (words: string, text: string): boolean => ` ${words} `.includes(` ${text} `);

/**
 * How well a name or other words fit typed words, 0 being best: they are the name, or are whole words of it or other
 * words for it; the name starts with them, has words that start with each, or contains each; or other words start with
 * each. Undefined if they do not fit.
 */
const rankOfWords = ({ name, others }: Called, parts: readonly string[]): number | undefined => {
  const [folded, known, typed] = [foldForSearch(name), foldForSearch(others), parts.join(" ")];
  if (folded === typed) return 0;
  if (isIn(folded, typed) || isIn(known, typed)) return 1;
  if (folded.startsWith(typed)) return 2;
  if (parts.every((part) => beginsIn(folded, part))) return 3;
  if (parts.every((part) => folded.includes(part))) return 4;
  return parts.every((part) => folded.includes(part) || beginsIn(known, part)) ? 5 : undefined;
};

/** The items whose name or other words fit a text, best first. */
export const findByWords = <Item>(
  items: readonly Item[],
  text: string,
  called: (item: Item) => Called,
): readonly Item[] => {
  const parts = foldForSearch(text)
    .split(/\s+/)
    .filter((part) => part !== "");
  return items
    .flatMap((item) => {
      const rank = rankOfWords(called(item), parts);
      return rank === undefined ? [] : [{ item, rank }];
    })
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ item }) => item);
};

/** Results of a search for icons. */
interface FoundIcons {
  /** Names without `mdi:`, best first. */
  readonly names: readonly string[];
  /** Number of further results. */
  readonly more: number;
}

/** The most results. */
const most = 60;

/** Common icons of homes, shown without a search. */
const usual: readonly string[] =
  `lightbulb lamp ceiling-light floor-lamp led-strip-variant power-socket-eu light-switch fan radiator
  thermometer water-percent air-conditioner heat-pump fire snowflake window-closed window-shutter blinds door
  door-open lock garage motion-sensor smoke-detector cctv bell alarm-light shield-home television speaker
  music sofa bed desk toilet shower bathtub countertop stove fridge dishwasher washing-machine tumble-dryer
  coffee robot-vacuum flower tree car ev-station solar-power battery gauge wifi router-wireless printer stairs
  baby-face-outline dog cat account home`.split(/\s+/);

/** How well a name matches: equal, starts with it, has a word that starts with it, or contains it. */
const rankOfIcon = (name: string, wanted: string): number => {
  if (name === wanted) return 0;
  if (name.startsWith(`${wanted}-`)) return 1;
  if (name.startsWith(wanted)) return 2;
  return name.includes(`-${wanted}`) ? 3 : 4;
};

/** Finds icons whose names contain all words of a text; without a text, the common ones. */
export const findIcons = (names: readonly string[], text: string): FoundIcons => {
  const words = text
    .toLowerCase()
    .replace(/^mdi:/, "")
    .split(/[^a-z\d]+/)
    .filter((word) => word !== "");
  if (words.length === 0) {
    const known = new Set(names);
    return { names: usual.filter((name) => known.has(name)), more: names.length - usual.length };
  }
  const wanted = words.join("-");
  const found = names
    .filter((name) => words.every((word) => name.includes(word)))
    .map((name) => ({ name, rank: rankOfIcon(name, wanted) }))
    .toSorted((one, other) => one.rank - other.rank || one.name.length - other.name.length);
  return {
    names: found.slice(0, most).map(({ name }) => name),
    more: Math.max(0, found.length - most),
  };
};
