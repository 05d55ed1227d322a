import library, { type Operation } from "fast-json-patch";
import { doByLibrary } from "./random-changes.ts";

const isInside = (outer: string, inner: string): boolean => inner.startsWith(`${outer}/`);

/** The value at a place that is there; undefined if there is none. */
const valueAt = (document: object, path: string): unknown => {
  try {
    const found: unknown = library.getValueByPointer(document, path);
    return found;
  } catch {
    return undefined;
  }
};

/** Whether something would be added to an object under a key of digits, which JavaScript puts before all other keys. */
const isMisplaced = (document: object, path: string): boolean => {
  const slash = path.lastIndexOf("/");
  const around = valueAt(document, path.slice(0, slash));
  return /^\d+$/.test(path.slice(slash + 1)) && !Array.isArray(around);
};

/** Whether something would be added to a list where no index is: the library takes an empty one for the first. */
const isNoIndex = (document: object, path: string): boolean => {
  const slash = path.lastIndexOf("/");
  const isIndex = /^(?:-|0|[1-9]\d*)$/.test(path.slice(slash + 1));
  return !isIndex && Array.isArray(valueAt(document, path.slice(0, slash)));
};

/**
 * Does an operation on a marked document by the library, in place; false if it cannot be done, and undefined, whatever
 * has become of the document, where the library cannot tell. A move is done as the removal and the addition that it is:
 * the library's own moves an element of a list beyond the end of what is left, and leaves a key that moves onto itself
 * where it was.
 */
export const doOnMarked = (document: object, operation: Operation): boolean | undefined => {
  if (operation.op !== "move") {
    const isAdded = operation.op === "add" || operation.op === "copy";
    if (isAdded && isNoIndex(document, operation.path)) return false;
    if (isAdded && isMisplaced(document, operation.path)) return undefined;
    return doByLibrary(document, operation);
  }
  const { from, path } = operation;
  const value = valueAt(document, from);
  if (value === undefined || isInside(from, path)) return false;
  if (!doByLibrary(document, { op: "remove", path: from })) return false;
  if (isNoIndex(document, path)) return false;
  if (isMisplaced(document, path)) return undefined;
  return doByLibrary(document, { op: "add", path, value });
};

const stringOrNumber = /("(?:[^"\\]|\\.)*")|(-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?)/g;

/** Parses a text with each number as its text behind `#`. */
export const markedOf = (text: string): unknown =>
  JSON.parse(
    text.replace(stringOrNumber, (found, string: string | undefined) =>
      string === undefined ? `"#${found}"` : found,
    ),
  );
