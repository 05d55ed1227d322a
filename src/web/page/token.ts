import { basePath } from "./base.ts";

/** Services behind different paths of one host are different services. */
const place = basePath === "/" ? "floorplan-token" : `floorplan-token:${basePath}`;

const inFragment = /^#(?:.*&)?token=([^&]+)/;

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    // No token of the service: it is refused, which tells more than an address that cannot be read.
    return text;
  }
};

/** The token of the address, which is taken out of the address bar and the browser's history at once; kept it is not. */
export const takeGivenToken = (): string | undefined => {
  const given = inFragment.exec(location.hash)?.[1];
  if (given === undefined) return undefined;
  history.replaceState(null, "", location.pathname + location.search);
  return decoded(given);
};

/** What the browser answers of what it keeps; nothing where it keeps nothing. */
const ofStorage = <T>(ask: (storage: Storage) => T): T | undefined => {
  try {
    return ask(localStorage);
  } catch {
    return undefined;
  }
};

/** The token that this browser keeps; none where it keeps nothing. */
export const keptToken = (): string | undefined =>
  ofStorage((storage) => storage.getItem(place)) ?? undefined;

/** Keeps a token that has logged in, in place of an earlier one; where the browser keeps nothing it lasts as long as the page. */
export const keepToken = (token: string): void =>
  ofStorage((storage) => storage.setItem(place, token));

/** Forgets the token. */
export const forgetToken = (): void => ofStorage((storage) => storage.removeItem(place));
