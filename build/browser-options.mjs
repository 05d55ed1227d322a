import { dirname } from "node:path";
import { fileURLToPath } from "node:url";

/** What all builds for browsers have in common, for esbuild. */
export const browserOptions = {
  absWorkingDir: dirname(dirname(fileURLToPath(import.meta.url))),
  bundle: true,
  minify: true,
  format: "esm",
  splitting: true,
  target: "es2022",
  charset: "utf8",
  legalComments: "none",
  write: false,
  metafile: true,
};

/** The same modules in a form that can be tree-shaken; browsers unpack archives themselves. */
export const browserAlias = {
  "fp-ts/lib": "fp-ts/es6",
  "@zip.js/zip.js": "@zip.js/zip.js/lib/zip-core-external.js",
};
