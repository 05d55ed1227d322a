const place = "floorplan-token";

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

/** The token that this browser keeps; none where it keeps nothing. */
export const keptToken = (): string | undefined => {
  try {
    return localStorage.getItem(place) ?? undefined;
  } catch {
    return undefined;
  }
};

/** Keeps a token that has logged in, in place of an earlier one, as far as the browser allows it. */
export const keepToken = (token: string): void => {
  try {
    localStorage.setItem(place, token);
  } catch {
    // Then it lasts as long as the page.
  }
};

/** Forgets the token. */
export const forgetToken = (): void => {
  try {
    localStorage.removeItem(place);
  } catch {
    // Nothing was kept.
  }
};
