import type { IconShape } from "../options.ts";

/** Set by the build (build/icons.mjs): each file's first icon name and file name. */
declare const iconGroups: string;

const index = (): readonly (readonly [first: string, file: string])[] =>
  iconGroups.split(" ").map((entry) => {
    const [first = "", file = ""] = entry.split("/");
    return [first, file];
  });

type Paths = Readonly<Record<string, unknown>>;

/** The spelling of a name in `@mdi/js`: `Battery10` for `battery-10`, which is not reversible. */
const spelled = (name: string): string =>
  `-${name}`.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase());

/**
 * Looks up Material Design Icons in files grouped by name, which `load` reads as JSON. Returns the shape of an icon
 * such as `mdi:lamp`; undefined if there is none.
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
      // Retried on the next use, as the connection may be back by then.
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

/** Icons by full name, from the files beside this module. */
export const fileIcon = groupedIcons(async (file): Promise<unknown> => {
  const response = await fetch(new URL(`icons/${file}`, import.meta.url));
  if (!response.ok) throw new Error(`icons cannot be loaded: HTTP ${response.status}`);
  return response.json();
});
