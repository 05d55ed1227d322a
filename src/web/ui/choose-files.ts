/** Asks somebody for files of any kind; `take` gets them, and is not called where somebody would rather not. */
export const chooseFiles = (take: (files: readonly File[]) => void): void => {
  const input = document.createElement("input");
  input.type = "file";
  input.multiple = true;
  input.hidden = true;
  // Kept on the page: what is nowhere may be cleared away before somebody has chosen.
  document.body.append(input);
  input.addEventListener("cancel", () => input.remove());
  input.addEventListener("change", () => {
    const files = [...(input.files ?? [])];
    input.remove();
    if (files.length > 0) take(files);
  });
  input.click();
};

/** An element and all that it lies in, from the inside out, through the borders of components. */
const around = (element: Element): readonly Element[] => {
  const root = element.getRootNode();
  const next = element.parentElement ?? (root instanceof ShadowRoot ? root.host : null);
  return next === null ? [element] : [element, ...around(next)];
};

/**
 * Asks for files of another program, and gives them to whoever around an element imports them; also
 * where the element is gone by then, as a greeting is once somebody else has drawn something.
 */
export const chooseImport = (from: Element): void => {
  const places = around(from);
  chooseFiles((files) => {
    const place = places.find(({ isConnected }) => isConnected);
    if (place !== undefined) giveImport(place, files);
  });
};

/** Gives files of another program to whoever around an element imports them. */
export const giveImport = (from: EventTarget, files: readonly File[]): void => {
  from.dispatchEvent(
    new CustomEvent("import-files", { detail: files, bubbles: true, composed: true }),
  );
};

/** The files of such an event; none of any other. */
export const filesToImport = (event: Event): readonly File[] => {
  const given: unknown = event instanceof CustomEvent ? event.detail : undefined;
  return Array.isArray(given) ? given.filter((each) => each instanceof File) : [];
};
