/** What others do to the plan, and who they are. */
export const together = {
  /** Of what came in; `who` is a list of names. */
  saved: (who: string, count: number) =>
    `${who} ${count === 1 ? "has" : "have"} saved. New in your plan:`,
  /** Somebody of several, whose name is not known. */
  somebody: "somebody else",
  /** What a revision changed, in a line. */
  nothing: "nothing changed",
  more: "and more",
  one: {
    added: (name: string) => `${name} added`,
    removed: (name: string) => `${name} removed`,
    renamed: (name: string) => `${name} renamed`,
    moved: (name: string) => `${name} moved`,
    changed: (name: string) => `${name} changed`,
    reordered: (name: string) => `${name} put in another order`,
  },
  many: {
    added: (count: number) => `${count} things added`,
    removed: (count: number) => `${count} things removed`,
    renamed: (count: number) => `${count} things renamed`,
    moved: (count: number) => `${count} things moved`,
    changed: (count: number) => `${count} things changed`,
    reordered: (count: number) => `${count} lists put in another order`,
  },
  stored: "stored now",
  /** The chips of those who are editing. */
  present: "Also editing",
  editing: (name: string, floor: string | undefined) =>
    floor === undefined ? `${name} is editing` : `${name} is editing: ${floor}`,
  others: (count: number) => `${count} more`,
};

export type TogetherTexts = typeof together;
