/** Gives somebody a file. */
export const download = (name: string, content: Blob): void => {
  const address = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // The browser has to have begun the download before its source may go.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
};

/** A text as a part of a file's name on any system. */
export const fileNameOf = (text: string): string =>
  text
    .replaceAll(/[^\p{L}\p{N}]+/gu, "-")
    .replaceAll(/^-|-$/g, "")
    .slice(0, 60)
    .toLowerCase();
