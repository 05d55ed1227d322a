/** A text as names are compared: without capitals and accents. */
export const foldForSearch = (text: string): string =>
  text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();
