import type { Comparison } from "./statistics.ts";

/** The bound for a row. */
export interface Target {
  readonly at: "most" | "least";
  readonly value: number;
  /** The ratio to the baseline, or the value itself. */
  readonly of: "ratio" | "value";
}

/** One line of the report. */
export interface Row {
  readonly figure: string;
  readonly name: string;
  readonly unit: string;
  readonly value: number;
  readonly baseline?: number;
  /** Value over baseline. */
  readonly ratio?: number;
  /** The lowest and the highest ratio of a round. */
  readonly spread?: readonly [number, number];
  /** The lowest and the highest value of a round, for a target on the value. */
  readonly range?: readonly [number, number];
  readonly target?: Target;
}

/** At most this ratio to the baseline. */
export const ratioAtMost = (value: number): Target => ({ at: "most", value, of: "ratio" });
/** At most this value. */
export const atMost = (value: number): Target => ({ at: "most", value, of: "value" });
/** At least this value. */
export const atLeast = (value: number): Target => ({ at: "least", value, of: "value" });

/** The row of a comparison with a baseline. */
export const comparedRow = (
  figure: string,
  name: string,
  unit: string,
  compared: Comparison,
  target?: Target,
): Row => ({ figure, name, unit, ...compared, ...(target === undefined ? {} : { target }) });

/** Whether the target is met; undefined without a target. */
export const isMet = ({ value, ratio, target }: Row): boolean | undefined => {
  if (target === undefined) return undefined;
  const held = target.of === "ratio" ? (ratio ?? Number.NaN) : value;
  return target.at === "most" ? held <= target.value : held >= target.value;
};

const number = (value: number): string =>
  Math.abs(value) >= 1000
    ? Math.round(value).toLocaleString("en")
    : value.toLocaleString("en", { maximumSignificantDigits: 3 });

/** A value with three digits, and its unit. */
export const quantity = (value: number, unit: string): string => `${number(value)} ${unit}`.trim();

const roundsText = ({ spread, range, unit }: Row): string => {
  if (spread !== undefined) return `${spread[0].toFixed(2)} to ${spread[1].toFixed(2)}`;
  return range === undefined ? "" : `${number(range[0])} to ${number(range[1])} ${unit}`;
};

const targetText = ({ target }: Row): string => {
  if (target === undefined) return "";
  const limit = `${target.at === "most" ? "≤" : "≥"} ${number(target.value)}`;
  return target.of === "ratio" ? `${limit} × baseline` : limit;
};

const verdict = (row: Row): string => {
  const met = isMet(row);
  return met === undefined ? "" : met ? "yes" : "NO";
};

const titles = ["figure", "what", "measured", "baseline", "ratio", "per round", "target", "met"];

const cells = (row: Row): readonly string[] => [
  row.figure,
  row.name,
  quantity(row.value, row.unit),
  row.baseline === undefined ? "" : quantity(row.baseline, row.unit),
  row.ratio === undefined ? "" : row.ratio.toFixed(2),
  roundsText(row),
  targetText(row),
  verdict(row),
];

/** A table in Markdown, which reads well on a terminal too; the first line has the titles. */
export const markdownTable = (lines: readonly (readonly string[])[]): string => {
  const [head = [], ...body] = lines;
  const widths = head.map((_, column) =>
    Math.max(...lines.map((line) => (line[column] ?? "").length), 3),
  );
  const text = (line: readonly string[]): string =>
    `| ${line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`;
  const rule = `|${widths.map((width) => "-".repeat(width + 2)).join("|")}|`;
  return [text(head), rule, ...body.map(text)].join("\n");
};

/** The rows as a table. */
export const tableOf = (rows: readonly Row[]): string =>
  markdownTable([titles, ...rows.map(cells)]);

const verdictOf = (rows: readonly Row[]): readonly string[] => {
  const targets = rows.filter(({ target }) => target !== undefined);
  const missed = targets.filter((row) => isMet(row) === false);
  if (targets.length === 0) return [];
  const met = `${targets.length - missed.length} of ${targets.length} targets met`;
  if (missed.length === 0) return ["", `${met}.`];
  return ["", `${met}; missed:`, "", ...missed.map(({ figure, name }) => `- ${figure}: ${name}`)];
};

/** How to read the table, and which targets are missed. */
export const summaryOf = (rows: readonly Row[]): string =>
  [
    "measured, baseline: medians over all rounds; the baseline is the same work by a bare program, in alternating rounds;",
    "ratio: measured / baseline; per round: the lowest and the highest ratio, or value, of any single round.",
    ...verdictOf(rows),
  ].join("\n");
