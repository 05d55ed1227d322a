/** A choice that a browser remembers for all plans. */
export interface BrowserChoice<Value extends string> {
  /** What was chosen, else the first value. */
  readonly stored: () => Value;
  readonly store: (value: Value) => void;
}

/** A choice between values, kept in the browser's storage under a key; the first one is the default. */
export const browserChoice = <Value extends string>(
  key: string,
  values: readonly [Value, ...Value[]],
): BrowserChoice<Value> => ({
  stored: () => {
    try {
      const found = localStorage.getItem(key);
      return values.find((value) => value === found) ?? values[0];
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
});

/** What a drawing shows of floors, walls and furniture: what they are made of, or plain colours. */
export type Finish = "materials" | "plain";

/** The finish that the page and the editor share. */
export const finishChoice = browserChoice<Finish>("floorplan-finish", ["materials", "plain"]);
