/** The folder of a module's URL with a final slash; its `assets` lie there. */
export const folderOf = (module: string): string =>
  new URL(".", module).href.replace(/(?<=\/)assets\/$/, "");

/**
 * What the keys of a page end with, by the addresses of the page and of a module that it has loaded: `:/plan/` on a page
 * of a service that browsers reach below `/plan/`. Nothing at the root of a host, and nothing on a page of somebody
 * else, such as a dashboard, whose path says nothing about the service.
 */
export const keyEnd = (page: string, module: string): string => {
  const { href, pathname } = new URL(".", page);
  return pathname === "/" || href !== folderOf(module) ? "" : `:${pathname}`;
};

let ownEnd: string | undefined;

/**
 * The key of something that this browser keeps for the service that the page is of. Services below different paths of
 * one host share the browser's storage, and each finds only what is its own.
 */
export const keyOf = (name: string): string =>
  `${name}${(ownEnd ??= keyEnd(location.href, import.meta.url))}`;

/** Calls `ask` with the browser's storage; undefined if there is none, or no room in it. */
export const withStorage = <T>(ask: (storage: Storage) => T): T | undefined => {
  try {
    return ask(localStorage);
  } catch {
    return undefined;
  }
};

/** What this browser keeps under a name for the service that the page is of; undefined if nothing. */
export const kept = (name: string): string | undefined =>
  withStorage((storage) => storage.getItem(keyOf(name))) ?? undefined;

/** Keeps a text under a name; false if the browser keeps nothing, so that it holds until the page is closed. */
export const keep = (name: string, text: string): boolean =>
  withStorage((storage) => {
    storage.setItem(keyOf(name), text);
    return true;
  }) ?? false;
