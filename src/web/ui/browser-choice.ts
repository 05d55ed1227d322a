import { keep, kept, keyOf } from "./browser-storage.ts";

/** A choice that a browser remembers for all plans of a service. */
export interface BrowserChoice<Value extends string> {
  /** What was chosen, else the first value. */
  readonly stored: () => Value;
  readonly store: (value: Value) => void;
  /** Calls the listener when another tab has chosen; returns a function that ends that. */
  readonly follow: (chosen: (value: Value) => void) => () => void;
}

/** A choice between values, which the browser keeps under a name; the first one is the default. */
export const browserChoice = <Value extends string>(
  name: string,
  values: readonly [Value, ...Value[]],
): BrowserChoice<Value> => {
  const valueOf = (found: string | null | undefined): Value =>
    values.find((value) => value === found) ?? values[0];
  return {
    stored: () => valueOf(kept(name)),
    store: (value) => void keep(name, value),
    follow: (chosen) => {
      const changed = (event: StorageEvent): void => {
        if (event.key === keyOf(name)) chosen(valueOf(event.newValue));
      };
      addEventListener("storage", changed);
      return () => removeEventListener("storage", changed);
    },
  };
};

/** What a drawing shows of floors, walls and furniture: what they are made of, or plain colours. */
export type Finish = "materials" | "plain";

/** The finish that the page and the editor share. */
export const finishChoice = browserChoice<Finish>("floorplan-finish", ["materials", "plain"]);
