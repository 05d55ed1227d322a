const { origin, pathname } = new URL(".", location.href);

/** Path of the service as the browser sees it: `/`, or one that a proxy strips, such as `/plan/`. */
export const basePath: string = pathname;

/** Address of the service as the browser sees it, with a final slash. */
export const base: string = `${origin}${pathname}`;

/** Services on different paths of one host store separately. */
const placeOf = (what: string): string => (basePath === "/" ? what : `${what}:${basePath}`);
const place = placeOf("floorplan-token");
/** Key of the used link code by which the stored token came. */
const codePlace = placeOf("floorplan-token-code");

/** Calls `ask` with the browser's storage; undefined if there is none. */
export const withStorage = <T>(ask: (storage: Storage) => T): T | undefined => {
  try {
    return ask(localStorage);
  } catch {
    return undefined;
  }
};

/** The stored token, if any. */
export const keptToken = (): string | undefined =>
  withStorage((storage) => storage.getItem(place)) ?? undefined;

/** Whether the stored token came by the link with that code. */
export const isKeptBy = (code: string): boolean =>
  withStorage((storage) => storage.getItem(codePlace)) === code;

/**
 * Stores a token that has logged in, and the code of the link that it came by. Without storage it lasts as long as the
 * page.
 */
export const keepToken = (token: string, code?: string): void =>
  withStorage((storage) => {
    storage.setItem(place, token);
    if (code === undefined) storage.removeItem(codePlace);
    else storage.setItem(codePlace, code);
  });

/** Removes the stored token. */
export const forgetToken = (): void =>
  withStorage((storage) => {
    storage.removeItem(place);
    storage.removeItem(codePlace);
  });

/** A random id: 128 bits in hexadecimal. */
export const randomId = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");
