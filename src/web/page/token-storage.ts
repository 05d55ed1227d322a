import { keep, kept, keyOf, withStorage } from "../ui/browser-storage.ts";

const { origin, pathname } = new URL(".", location.href);

/** Path of the service as the browser sees it: `/`, or one that a proxy strips, such as `/plan/`. */
export const basePath: string = pathname;

/** Address of the service as the browser sees it, with a final slash. */
export const base: string = `${origin}${pathname}`;

const tokenName = "floorplan-token";
/** Name of the used link code by which the stored token came. */
const codeName = "floorplan-token-code";

const forget = (name: string): void => withStorage((storage) => storage.removeItem(keyOf(name)));

/** The stored token, if any. */
export const keptToken = (): string | undefined => kept(tokenName);

/** Whether the stored token came by the link with that code. */
export const isKeptBy = (code: string): boolean => kept(codeName) === code;

/**
 * Stores a token that has logged in, and the code of the link that it came by. Without storage it lasts as long as the
 * page.
 */
export const keepToken = (token: string, code?: string): void => {
  if (!keep(tokenName, token)) return;
  if (code === undefined) forget(codeName);
  else keep(codeName, code);
};

/** Removes the stored token. */
export const forgetToken = (): void => {
  forget(tokenName);
  forget(codeName);
};

/** A random id: 128 bits in hexadecimal. */
export const randomId = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");
