import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../support/source-files.ts";

/** A metric as docs/metrics.md has it. */
export interface Documented {
  readonly name: string;
  readonly type: string;
  readonly unit: string;
  /** The values of each label; none are named where they can be any. */
  readonly labels: Readonly<Record<string, readonly string[]>>;
  /** Of which services, as the heading above says. */
  readonly of: string;
}

const quoted = (text: string): readonly string[] =>
  [...text.matchAll(/`([^`]+)`/g)].map(([, each = ""]) => each);

/** Labels of a row: "`kind`: `a`, `b`", or only names. */
const labelsOf = (cell: string): Documented["labels"] => {
  const [names = "", values] = cell.split(":");
  if (values !== undefined) return { [quoted(names)[0] ?? ""]: quoted(values) };
  return Object.fromEntries(quoted(names).map((name) => [name, []]));
};

/** A text file of the documentation. */
export const documentText = (name: string): string =>
  readFileSync(join(root, "docs", name), "utf8");

/** Every metric of docs/metrics.md. */
export const documentedMetrics = (): readonly Documented[] => {
  let of = "";
  return documentText("metrics.md")
    .split("\n")
    .flatMap((line) => {
      of = /^## (.*)$/.exec(line)?.[1] ?? of;
      if (!line.startsWith("| `")) return [];
      const [, name = "", type = "", labels = "", unit = "", tells = ""] = line
        .split(" | ")
        .join("|")
        .split("|")
        .map((cell) => cell.trim());
      assert.notEqual(tells, "", `${name} says what it tells`);
      return [{ name: quoted(name)[0] ?? "", type, unit, labels: labelsOf(labels), of }];
    });
};
