/** The folder that a module was loaded from, with a slash at its end; what it loads by itself lies in `assets` there. */
export const folderOf = (module: string): string =>
  new URL(".", module).href.replace(/(?<=\/)assets\/$/, "");

/** Where this module was loaded from: the service, unless somebody put the module elsewhere, such as beside Home Assistant's page. */
const servedFrom = folderOf(import.meta.url);

/**
 * The address of the service that has served this module to a page of another origin; undefined where it came
 * with the page's own, which tells nothing.
 */
export const servingService = (): string | undefined =>
  new URL(servedFrom).origin === location.origin ? undefined : servedFrom.replace(/\/$/, "");

/**
 * Whether an address, or the first of several, has the origin that this module came from, whose code the page runs
 * already: it can be told what the page knows, as it could take that anyway.
 */
export const isTrusted = (url: string): boolean => {
  const [first = ""] = url.split(",");
  return URL.canParse(first) && new URL(first).origin === new URL(servedFrom).origin;
};
