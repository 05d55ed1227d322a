const { origin, pathname } = new URL(".", location.href);

/** The path below which the service answers, as the browser sees it: `/`, or one that a proxy takes away, such as `/plan/`. */
export const basePath: string = pathname;

/** The address of the service, as the browser sees it, with a slash at its end. */
export const base: string = `${origin}${pathname}`;

/** Services behind different paths of one host are different services. */
const placeOf = (what: string): string => (basePath === "/" ? what : `${what}:${basePath}`);
const place = placeOf("floorplan-token");
/** By the code of which link the token came that is kept: it is used up, and good for nothing else. */
const codePlace = placeOf("floorplan-token-code");

/** What the browser answers of what it keeps; nothing where it keeps nothing. */
export const withStorage = <T>(ask: (storage: Storage) => T): T | undefined => {
  try {
    return ask(localStorage);
  } catch {
    return undefined;
  }
};

/** The token that this browser keeps; none where it keeps nothing. */
export const keptToken = (): string | undefined =>
  withStorage((storage) => storage.getItem(place)) ?? undefined;

/** Whether the token that this browser keeps came by the link with that code. */
export const isKeptBy = (code: string): boolean =>
  withStorage((storage) => storage.getItem(codePlace)) === code;

/**
 * Keeps a token that has logged in, in place of an earlier one, and the code of the link that it came by; where the
 * browser keeps nothing it lasts as long as the page.
 */
export const keepToken = (token: string, code?: string): void =>
  withStorage((storage) => {
    storage.setItem(place, token);
    if (code === undefined) storage.removeItem(codePlace);
    else storage.setItem(codePlace, code);
  });

/** Forgets the token. */
export const forgetToken = (): void =>
  withStorage((storage) => {
    storage.removeItem(place);
    storage.removeItem(codePlace);
  });

/** What nobody can guess, drawn by lot: 128 bits, in hexadecimal. */
export const randomId = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");
