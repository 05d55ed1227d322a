import type { IconShape } from "../options.ts";

/** Written in by the build (build/icons.mjs): of each file the first name that it has, and its own. */
declare const iconGroups: string;

const index = (): readonly (readonly [first: string, file: string])[] =>
  iconGroups.split(" ").map((entry) => {
    const [first = "", file = ""] = entry.split("/");
    return [first, file];
  });

type Paths = Readonly<Record<string, unknown>>;

/** How `@mdi/js` spells a name: `Battery10` for `battery-10`. The way back is not certain. */
const spelled = (name: string): string =>
  `-${name}`.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase());

/**
 * Material Design Icons, a group of neighbours by their name in each file, which `load` reads as JSON. Gives the
 * shape of an icon by a name such as `mdi:lamp`; nothing where there is no such one.
 */
export const groupedIcons = (
  load: (file: string) => Promise<unknown>,
): ((name: string) => Promise<IconShape | undefined>) => {
  const groups = new Map<string, Promise<Paths>>();
  const pathsOf = async (file: string): Promise<Paths> => {
    const read = async (): Promise<Paths> => {
      const paths = await load(file);
      return typeof paths === "object" && paths !== null ? { ...paths } : {};
    };
    const loading = groups.get(file) ?? read();
    groups.set(file, loading);
    try {
      return await loading;
    } catch (error) {
      // Asked for again when it is wanted again: the line may be back by then.
      groups.delete(file);
      throw error;
    }
  };
  return async (name) => {
    const [set, plain = ""] = name.split(":", 2);
    if (set !== "mdi" || plain === "") return undefined;
    const key = spelled(plain);
    const [, file] = index().findLast(([first]) => first <= key) ?? [];
    if (file === undefined) return undefined;
    const paths = await pathsOf(file);
    const path = Object.hasOwn(paths, key) ? paths[key] : undefined;
    return typeof path === "string" ? { path } : undefined;
  };
};

/** Icons by their whole name, from the files beside this module. */
export const fileIcon = groupedIcons(async (file): Promise<unknown> => {
  const response = await fetch(new URL(`icons/${file}`, import.meta.url));
  if (!response.ok) throw new Error(`icons are answered with ${response.status}`);
  return response.json();
});
