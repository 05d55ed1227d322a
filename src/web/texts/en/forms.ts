/** What the forms of the editor say while they are filled in. */
export const forms = {
  noLength: "This is no length: write 5.2, 520 cm or 17' 6\".",
  noNumber: "This is no number.",
  /** What stays unsaved as it cannot be read. */
  heldBack: (text: string): string => `“${text}” cannot be read, so it is not saved yet.`,
  notApplied: "This text is not applied yet; saving applies it.",
  yamlHeldBack: "The YAML text cannot be applied, so it is not saved yet.",
};

export type FormsTexts = typeof forms;
