/** JSON text in UTF-8, in pieces that follow one another, so that bytes that are there already need not be copied together. */
export type JsonText = readonly Buffer[];

/** Bytes of all pieces. */
export const bytesOf = (text: JsonText): number => {
  let bytes = 0;
  for (const piece of text) bytes += piece.length;
  return bytes;
};
