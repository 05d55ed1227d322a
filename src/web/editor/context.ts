import type { ComponentContext } from "../canvas/component.ts";
import type { ToolContext } from "../canvas/tools/tool.ts";

/** What the parts of the editor share: one of each, made when a client is given to it. */
export type EditorContext = ComponentContext & ToolContext;

const formats = new Map<string, Intl.NumberFormat>();

/** Writes metres as a person of that language does: `2.40 m`. */
export const metresIn = (language: string): ((length: number) => string) => {
  const digits = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
  const format = formats.get(language) ?? new Intl.NumberFormat(language, digits);
  formats.set(language, format);
  return (length) => `${format.format(length)} m`;
};

/** Writes an area in square metres as a person of that language does: `12.40`. */
export const squareMetresIn = (language: string, area: number): string =>
  area.toLocaleString(language, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
