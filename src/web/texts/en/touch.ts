/** What a touch of a thing does. */
export const touch = {
  usual: "As usual",
  /** Where a touch leads. */
  path: "Page, such as /lovelace/kitchen",
  actions: {
    toggle: "Switch it",
    "more-info": "Show its details",
    navigate: "Go to a page",
    none: "Nothing",
  },
};

export type TouchTexts = typeof touch;
