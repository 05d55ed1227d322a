/** Written in by the build (build/icons.mjs): the file that holds the names of all icons. */
declare const iconNames: string;

let loadedNames: readonly string[] | undefined;
let coming: Promise<void> | undefined;

const load = async (): Promise<void> => {
  try {
    const response = await fetch(new URL(`icons/${iconNames}`, import.meta.url));
    if (!response.ok) return;
    const read: unknown = await response.json();
    loadedNames = Array.isArray(read) ? read.filter((name) => typeof name === "string") : undefined;
  } catch {
    // Without a line, a name can still be typed; it is asked for again when it is wanted again.
  } finally {
    coming = undefined;
  }
};

/** The names of all icons of Material Design Icons, once they are here. */
export const knownIcons = (): readonly string[] | undefined => loadedNames;

/** Asks for the names, unless they are here. */
export const wantIcons = (): Promise<void> =>
  loadedNames === undefined ? (coming ??= load()) : Promise.resolve();
