import { keptIcons } from "./kept.ts";

const load = (): Promise<typeof import("./ask-house.ts")> => import("./ask-house.ts");

/** As `whenAdded`, which is loaded by whoever asked before. */
const whenThere = (name: string, listener: () => void): (() => void) => {
  const ending = new AbortController();
  const wait = async (): Promise<void> => {
    const { whenAdded } = await load();
    if (!ending.signal.aborted)
      ending.signal.addEventListener("abort", whenAdded(name, listener), { once: true });
  };
  wait().catch(() => undefined);
  return () => ending.abort();
};

/** Icons as Home Assistant has them, within its pages, also of sets that come later; from our own files where it gives none. */
export const houseIcons = keptIcons(async (name) => (await load()).askHouse(name), whenThere);
