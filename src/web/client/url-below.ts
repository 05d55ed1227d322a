/**
 * The address of a URL of the plan for browsers that reach the service at `base`, such as
 * `https://home.example/plan`: a plan names `/local/floorplan/…` whatever path the service lies behind. Empty
 * for what is no URL, or another host's.
 */
export const urlBelow = (base: string, url: string): string => {
  const { origin, pathname } = new URL(base);
  if (!URL.canParse(url, origin)) return "";
  const found = new URL(url, origin);
  if (found.origin !== origin) return "";
  // One with a scheme names its host itself, and with it the whole path.
  if (URL.canParse(url)) return found.href;
  return `${origin}${pathname.replace(/\/+$/, "")}${found.pathname}${found.search}${found.hash}`;
};
