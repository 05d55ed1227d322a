import type { IconShape } from "../options.ts";

/** Written in by the build (build/icons.mjs): of each file the first name that it has, and its own. */
declare const iconGroups: string;

const index = (): readonly (readonly [first: string, file: string])[] =>
  iconGroups.split(" ").map((entry) => {
    const [first = "", file = ""] = entry.split("/");
    return [first, file];
  });

type Paths = Readonly<Record<string, unknown>>;

const groups = new Map<string, Promise<Paths>>();

const load = async (file: string): Promise<Paths> => {
  const response = await fetch(new URL(`icons/${file}`, import.meta.url));
  if (!response.ok) throw new Error(`icons are answered with ${response.status}`);
  const paths: unknown = await response.json();
  return typeof paths === "object" && paths !== null ? { ...paths } : {};
};

const pathsOf = async (file: string): Promise<Paths> => {
  const loading = groups.get(file) ?? load(file);
  groups.set(file, loading);
  try {
    return await loading;
  } catch (error) {
    // Asked for again when it is wanted again: the line may be back by then.
    groups.delete(file);
    throw error;
  }
};

/** How `@mdi/js` spells a name: `Battery10` for `battery-10`. The way back is not certain. */
const spelled = (name: string): string =>
  `-${name}`.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase());

/** The shape of an icon of Material Design Icons, by a name such as `mdi:lamp`; nothing where there is no such one. */
export const fileIcon = async (name: string): Promise<IconShape | undefined> => {
  const [set, plain = ""] = name.split(":", 2);
  if (set !== "mdi" || plain === "") return undefined;
  const key = spelled(plain);
  const [, file] = index().findLast(([first]) => first <= key) ?? [];
  if (file === undefined) return undefined;
  const paths = await pathsOf(file);
  const path = Object.hasOwn(paths, key) ? paths[key] : undefined;
  return typeof path === "string" ? { path } : undefined;
};
