import type { FoundIcon, IconSource } from "../../renderer/options.ts";

/**
 * A source that asks once for each icon, and has its shape at hand from then on. One that could not be asked for is
 * asked for again; of `null`, one that there is not yet, once `whenThere` has told that there may be one.
 */
export const cachedIcons = (
  get: (name: string) => Promise<FoundIcon>,
  whenThere?: IconSource["whenThere"],
): IconSource => {
  const known = new Map<string, ReturnType<IconSource>>();
  const source: IconSource = (name) => {
    if (!known.has(name)) {
      const asked = get(name);
      known.set(name, asked);
      void asked.then(
        (shape) => known.set(name, shape),
        () => known.delete(name),
      );
    }
    return known.get(name);
  };
  return Object.assign(source, {
    whenThere: (name: string, listener: () => void, over: AbortSignal) => {
      const told = (): void => {
        // Another one who waited may have asked for it already.
        if (known.get(name) === null) known.delete(name);
        listener();
      };
      whenThere?.(name, told, over);
    },
  });
};
