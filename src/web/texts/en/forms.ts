/** What the forms of the editor say while they are filled in. */
export const forms = {
  noLength: "This is no length: write 5.2, 520 cm or 17' 6\".",
  noNumber: "This is no number.",
  /** What stays unsaved as it cannot be read. */
  heldBack: (text: string): string => `“${text}” cannot be read, so it is not saved yet.`,
  imageNoPlan: (name: string): string =>
    `“${name}” is an image: to draw over it, add it under “Image”. A plan file is what “Export the plan” writes.`,
  noPlanFile: (name: string): string =>
    `“${name}” is no plan file: that is the JSON which “Export the plan” writes.`,
  notApplied: "This text is not applied yet; saving applies it.",
  icons: {
    list: "Icons",
    loading: "Loading the names of the icons…",
    none: "No icon is found. Their names are English, such as lamp or bed.",
    found: (count: number): string => (count === 1 ? "1 icon" : `${count} icons`),
  },
  now: {
    applies: "Applies now.",
    appliesNot: "Does not apply now.",
    holds: "Holds now.",
    holdsNot: "Does not hold now.",
    holdsAs: (value: string): string => `Holds now: is ${value}.`,
    holdsNotAs: (value: string): string => `Does not hold now: is ${value}.`,
    noState: "Does not hold now: nothing is known of it.",
    template: "Home Assistant works this out; it is not checked here.",
  },
  oneOf: (number: number): string => `Possibility ${number}`,
  pieces: { search: "Search", none: "Nothing is called so." },
  completions: "What can be written here",
  yamlHeldBack: "The YAML text cannot be applied, so it is not saved yet.",
};

export type FormsTexts = typeof forms;
