import { checkLimit, type ImportLimits, refuse } from "../refusal.ts";
import type { GivenFile } from "../import-result.ts";
import type { Turns } from "../turns.ts";

/** Bytes among which a drawing begins; there may be comments before. */
const mostStart = 65_536;

/** What the first bytes of files tell: DXF in binary form, and DWG (`AC1021` and the like). */
const [binaryStart, dwgStart] = ["AutoCAD Binary DXF", "AC10"] as const;

const startOf = ({ bytes }: GivenFile, count: number): string =>
  new TextDecoder("windows-1252").decode(bytes.subarray(0, count));

/** Whether a file is a drawing: DXF as text or in binary form, or DWG. */
export const isDrawing = (file: GivenFile): boolean => {
  const start = startOf(file, mostStart);
  return (
    start.startsWith(binaryStart) ||
    start.startsWith(dwgStart) ||
    /^(?:\u00ef\u00bb\u00bf)?(?:\s*999\r?\n[^\n]*\n)*\s*0\s*\r?\n\s*SECTION\s*\r?\n/.test(start)
  );
};

/** A group code with its value. */
export type Tag = readonly [code: number, value: string];

/** Text in UTF-8, as of R2007 on; else in the code page of older drawings. */
const decoded = ({ bytes }: GivenFile): string => {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
};

/** Tags between which others may get a turn. */
const perTurn = 1000;

/** The tags of a drawing. Refuses binary drawings, and one with more tags than `import-elements`. */
export const tagsOf = async (
  file: GivenFile,
  limits: ImportLimits,
  turns: Turns,
): Promise<readonly Tag[]> => {
  const start = startOf(file, binaryStart.length);
  if (start === binaryStart || start.startsWith(dwgStart)) refuse("binaryDrawing", file.name);
  const text = decoded(file);
  const tags: Tag[] = [];
  let at = 0;
  const line = (): string | undefined => {
    if (at >= text.length) return undefined;
    const end = text.indexOf("\n", at);
    const found = text.slice(at, end === -1 ? text.length : end);
    at = end === -1 ? text.length : end + 1;
    return found.endsWith("\r") ? found.slice(0, -1) : found;
  };
  for (;;) {
    const [code, value] = [line(), line()];
    if (code === undefined || value === undefined) return tags;
    const place = `${tags.length * 2 + 1}`;
    if (!/^\s*-?\d+\s*$/.test(code)) refuse("damagedDrawing", file.name, { place });
    checkLimit(limits, "importText", value.length, file.name, place);
    tags.push([Number(code), value]);
    checkLimit(limits, "importElements", tags.length, file.name);
    if (tags.length % perTurn === 0) await turns.take();
  }
};
