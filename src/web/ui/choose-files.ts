/** Opens the browser's file chooser. `take` gets the files; it is not called on cancel. */
export const chooseFiles = (take: (files: readonly File[]) => void): void => {
  const input = document.createElement("input");
  input.type = "file";
  input.multiple = true;
  input.hidden = true;
  // In the page, because browsers may collect a detached input before files are chosen.
  document.body.append(input);
  input.addEventListener("cancel", () => input.remove());
  input.addEventListener("change", () => {
    const files = [...(input.files ?? [])];
    input.remove();
    if (files.length > 0) take(files);
  });
  input.click();
};

/** An element and its ancestors, from the inside out, across shadow roots. */
const around = (element: Element): readonly Element[] => {
  const root = element.getRootNode();
  const next = element.parentElement ?? (root instanceof ShadowRoot ? root.host : null);
  return next === null ? [element] : [element, ...around(next)];
};

/**
 * Asks for files of another program and dispatches them to the importing ancestor of an element, even if the element
 * has left the page by then, as a greeting does once somebody else has drawn something.
 */
export const chooseImport = (from: Element): void => {
  const places = around(from);
  chooseFiles((files) => {
    const place = places.find(({ isConnected }) => isConnected);
    if (place !== undefined) giveImport(place, files);
  });
};

/** Dispatches files of another program to the importing ancestor. */
export const giveImport = (from: EventTarget, files: readonly File[]): void => {
  from.dispatchEvent(
    new CustomEvent("import-files", { detail: files, bubbles: true, composed: true }),
  );
};

/** The files of an import event; empty for any other event. */
export const filesToImport = (event: Event): readonly File[] => {
  const given: unknown = event instanceof CustomEvent ? event.detail : undefined;
  return Array.isArray(given) ? given.filter((each) => each instanceof File) : [];
};
