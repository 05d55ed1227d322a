import type { GivenFile } from "../import-result.ts";

/** What each file of ISO 10303-21 begins with, after a byte order mark and spaces. */
const start = /^(?:\u00ef\u00bb\u00bf)?\s*ISO-10303-21\s*;/;

/** Whether a file is an exchange file of ISO 10303-21, as those of IFC are. */
export const isStep = ({ bytes }: GivenFile): boolean =>
  start.test(String.fromCharCode(...bytes.subarray(0, 200)));
