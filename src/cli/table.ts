import { escapeToOneLine } from "./terminal.ts";

/** Lines of text in columns, a line for each row whatever is in it. */
export const table = (given: readonly (readonly string[])[]): readonly string[] => {
  const rows = given.map((row) => row.map(escapeToOneLine));
  const widths = (rows[0] ?? []).map((_cell, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
};
