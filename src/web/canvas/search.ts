import type { Wants } from "../../model/kinds/kind.ts";
import type {
  RegistryArea,
  RegistryEntity,
  RegistrySnapshot,
} from "../home-assistant/registry-snapshot.ts";
import { foldForSearch } from "../model/plain.ts";

/** Entities that were searched for. */
export interface Found {
  /** The best first. */
  readonly entities: readonly RegistryEntity[];
  /** How many more there are. */
  readonly more: number;
}

/** As many as a person reads through; who searches for more finds them sooner. */
export const mostFound = 50;

/** An entity with the words that it is found by. */
interface Entry {
  readonly entity: RegistryEntity;
  readonly name: string;
  readonly words: string;
}

const entriesOf = ({ entities, areas }: RegistrySnapshot): readonly Entry[] => {
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

const entriesByHouse = new WeakMap<RegistrySnapshot, readonly Entry[]>();

const indexOf = (house: RegistrySnapshot): readonly Entry[] => {
  const made = entriesByHouse.get(house) ?? entriesOf(house);
  entriesByHouse.set(house, made);
  return made;
};

/** How many ranks there are; the first is the best. */
const ranks = 16;

/** How well a name says what was typed: as it is at its start, with its first word there, with all words, or not. */
const fit = (name: string, parts: readonly string[]): number => {
  if (name.startsWith(parts.join(" "))) return 0;
  if (!parts.every((part) => name.includes(part))) return 3;
  return name.startsWith(parts[0] ?? "") ? 1 : 2;
};

const rankOf = (
  { entity, name }: Entry,
  parts: readonly string[],
  { first: meant = [] }: Wants,
): number => {
  const isMeant = meant.includes(entity.deviceClass ?? "") || meant.includes(entity.domain);
  const other = isMeant || meant.length === 0 ? 0 : 8;
  return other + (entity.isAside ? 4 : 0) + fit(name, parts);
};

const search = (
  entries: readonly Entry[],
  parts: readonly string[],
  wants: Wants,
  most: number,
): Found => {
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
  return { entities: byRank.flat().slice(0, most), more: Math.max(0, count - most) };
};

/**
 * The entities that have all words of a text in their name, id, area or device: of those that fit what is
 * wanted, what is meant most often first, and then what is called so. Where none of them fits, any entity.
 */
export const findEntities = (
  house: RegistrySnapshot,
  text: string,
  wants: Wants = {},
  most = mostFound,
): Found => {
  const parts = foldForSearch(text)
    .split(/\s+/)
    .filter((part) => part !== "");
  const entries = indexOf(house);
  const found = search(entries, parts, wants, most);
  if (found.entities.length > 0 || wants.only === undefined) return found;
  const { only: _, ...any } = wants;
  return search(entries, parts, any, most);
};
