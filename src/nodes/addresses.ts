/** The addresses in a text, which separates them by commas: without slashes at their ends, each once, in its order. */
export const addressesIn = (text: string): readonly string[] => [
  ...new Set(
    text.split(",").flatMap((each) => {
      const address = each.trim().replace(/\/+$/, "");
      return address === "" ? [] : [address];
    }),
  ),
];

/** All addresses from one on and around, so that those who lose a node spread over the others when they have come from several; one that is not in the list comes before it. */
export const rotatedTo = (first: string, all: readonly string[]): readonly string[] => {
  const at = all.indexOf(first);
  return at < 0 ? [first, ...all] : [...all.slice(at), ...all.slice(0, at)];
};
