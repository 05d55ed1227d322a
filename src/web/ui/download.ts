/** Downloads a file. */
export const download = (name: string, content: Blob): void => {
  const address = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // The download must have begun before its source is revoked.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
};

/** Makes a text safe for file names on any system. */
export const fileNameOf = (text: string): string =>
  text
    .replaceAll(/[^\p{L}\p{N}]+/gu, "-")
    .replaceAll(/^-|-$/g, "")
    .slice(0, 60)
    .toLowerCase();
