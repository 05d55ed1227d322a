import { left } from "fp-ts/lib/Either.js";
import type { Link, OnFailure } from "./link.ts";
import { loadAgain } from "./load-again.ts";

/** A link to the service, by a library that is loaded first; `url`: its address until then. */
export const lazyLink = (url: string, open: () => Promise<Link>): Link => {
  const closing = new AbortController();
  const { signal } = closing;
  const early = new Set<OnFailure>();
  let opened: Link | undefined;
  const openOnce = async (): Promise<Link> => (opened = await open());
  const opening = loadAgain(openOnce, signal, () => {
    for (const listener of early) listener(undefined);
  });
  const aborted = left({ code: "aborted", message: "the connection is no longer wanted" });
  const closed = new Promise<typeof aborted>((resolve) => {
    signal.addEventListener("abort", () => resolve(aborted));
  });
  const pass = async (listener: OnFailure, until: AbortSignal): Promise<void> => {
    const link = await opening;
    early.delete(listener);
    if (!until.aborted) link.onFailure(listener, until);
  };
  const end = async (): Promise<void> => {
    const link = await opening;
    link.close();
  };
  return {
    get base() {
      return opened?.base ?? url;
    },
    token: async () => (await opening).token(),
    reach: () => Promise.race([opening.then((link) => link.reach()), closed]),
    connected: opening.then((link) => link.connected),
    onFailure: (listener, until) => {
      early.add(listener);
      until.addEventListener("abort", () => early.delete(listener), { once: true });
      void pass(listener, until);
    },
    close: () => {
      closing.abort();
      void end();
    },
  };
};
