import { readFile } from "node:fs/promises";

const pngSignature = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");

/** A png of so many bytes, of which only the signature is one; `fill` tells it from others. */
export const pngOf = (length: number, fill = 0): Buffer => {
  const png = Buffer.alloc(length, fill);
  pngSignature.copy(png);
  return png;
};

/** A small drawing with a text in it. */
export const svgOf = (text: string): Buffer =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg"><text>${text}</text></svg>\n`);

/** A file of data/, as a real encoder wrote it. */
export const sample = (name: string): Promise<Buffer> =>
  readFile(new URL(`data/${name}`, import.meta.url));
