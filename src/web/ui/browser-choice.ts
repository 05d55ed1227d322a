/** A choice that a browser remembers for all plans. */
export interface BrowserChoice<Value extends string> {
  /** What was chosen, else the first value. */
  readonly stored: () => Value;
  readonly store: (value: Value) => void;
  /** Calls the listener when another tab has chosen; returns a function that ends that. */
  readonly follow: (chosen: (value: Value) => void) => () => void;
}

/** A choice between values, kept in the browser's storage under a key; the first one is the default. */
export const browserChoice = <Value extends string>(
  key: string,
  values: readonly [Value, ...Value[]],
): BrowserChoice<Value> => {
  const valueOf = (found: string | null): Value =>
    values.find((value) => value === found) ?? values[0];
  return {
    stored: () => {
      try {
        return valueOf(localStorage.getItem(key));
      } catch {
        // Without storage, use the default.
        return values[0];
      }
    },
    store: (value) => {
      try {
        localStorage.setItem(key, value);
      } catch {
        // Without storage, it holds until the page is closed.
      }
    },
    follow: (chosen) => {
      const changed = (event: StorageEvent): void => {
        if (event.key === key) chosen(valueOf(event.newValue));
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
