const { origin, pathname } = new URL(".", location.href);

/** The path below which the service answers, as the browser sees it: `/`, or one that a proxy takes away, such as `/plan/`. */
export const basePath: string = pathname;

/** The address of the service, as the browser sees it, with a slash at its end. */
export const base: string = `${origin}${pathname}`;
