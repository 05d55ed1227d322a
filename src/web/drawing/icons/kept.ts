import type { IconShape, IconSource } from "../options.ts";

/**
 * A source that asks once for each icon, and has its shape at hand from then on. One that could not be asked for is
 * asked for again; one that there was not, once `whenThere` has told that there may be one.
 */
export const keptIcons = (
  get: (name: string) => Promise<IconShape | undefined>,
  whenThere?: IconSource["whenThere"],
): IconSource => {
  const shapes = new Map<string, IconShape | undefined>();
  const coming = new Map<string, Promise<IconShape | undefined>>();
  const begin = async (name: string): Promise<IconShape | undefined> => {
    try {
      const shape = await get(name);
      shapes.set(name, shape);
      return shape;
    } finally {
      coming.delete(name);
    }
  };
  const source: IconSource = (name) => {
    if (shapes.has(name)) return shapes.get(name);
    const asked = coming.get(name) ?? begin(name);
    coming.set(name, asked);
    return asked;
  };
  return Object.assign(source, {
    whenThere: (name: string, listener: () => void, over: AbortSignal) => {
      const told = (): void => {
        shapes.delete(name);
        listener();
      };
      whenThere?.(name, told, over);
    },
  });
};
