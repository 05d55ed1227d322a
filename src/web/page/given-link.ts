/** What a link has given the page: a token, or a code that is exchanged for one once. */
export interface GivenLink {
  readonly kind: "token" | "code";
  readonly secret: string;
}

const inFragment = /^#(?:.*&)?(token|code)=([^&]+)/;

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    // Nothing of the service: it is refused, which tells more than an address that cannot be read.
    return text;
  }
};

/** What the address has from a link, which is taken out of the address bar and the browser's history at once; kept it is not. */
export const takeGivenLink = (): GivenLink | undefined => {
  const [, kind, given] = inFragment.exec(location.hash) ?? [];
  if (given === undefined) return undefined;
  history.replaceState(null, "", location.pathname + location.search);
  return { kind: kind === "code" ? "code" : "token", secret: decoded(given) };
};
