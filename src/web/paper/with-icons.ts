import type { FoundIcon, IconSource } from "../renderer/options.ts";

/** Draws something once all icons in it are here; what cannot be had is drawn as any thing of its kind. */
export const withIcons = async <A>(
  source: IconSource,
  draw: (icons: IconSource) => A,
): Promise<A> => {
  const known = new Map<string, FoundIcon>();
  const coming: Promise<unknown>[] = [];
  const keep = async (name: string, shape: Promise<FoundIcon>): Promise<void> => {
    known.set(name, await shape.catch(() => undefined));
  };
  const icons: IconSource = (name) => {
    if (known.has(name)) return known.get(name);
    const found = source(name);
    if (!(found instanceof Promise)) return found;
    coming.push(keep(name, found));
    return undefined;
  };
  const first = draw(icons);
  if (coming.length === 0) return first;
  await Promise.all(coming);
  return draw(icons);
};
