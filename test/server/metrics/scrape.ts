import assert from "node:assert/strict";

/** A line of metrics: its name with labels, as it stands there, and its value. */
export interface Line {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** What a service gives as metrics. */
export interface Scraped {
  readonly text: string;
  /** By name, with the type that it is told to have. */
  readonly types: ReadonlyMap<string, string>;
  readonly lines: readonly Line[];
}

const lineRule = /^([a-z0-9_]+)(?:\{(.*)\})? (\S+)$/i;
const labelRule = /([a-z0-9_]+)="((?:[^"\\]|\\.)*)"/gi;

const lineOf = (text: string): Line => {
  const [, name = "", labels = "", value = ""] = lineRule.exec(text) ?? [];
  assert.notEqual(name, "", `a line of metrics: ${text}`);
  const found = [...labels.matchAll(labelRule)].map(([, label = "", of = ""]) => [label, of]);
  const number = value === "+Inf" ? Infinity : Number(value);
  return { name, labels: Object.fromEntries(found), value: number };
};

/** Takes Prometheus' text format apart. */
export const parseMetrics = (text: string): Scraped => {
  const all = text.split("\n").filter((line) => line !== "");
  const types = all.flatMap((line) => {
    const [, name, type] = /^# TYPE (\S+) (\S+)$/.exec(line) ?? [];
    return name === undefined || type === undefined ? [] : [[name, type] as const];
  });
  return {
    text,
    types: new Map(types),
    lines: all.filter((line) => !line.startsWith("#")).map(lineOf),
  };
};

/** Asks a service for its metrics with a token, in the text format. */
export const scrape = async (url: string, token: string): Promise<Scraped> => {
  const response = await fetch(`${url}/metrics`, { headers: { Authorization: `Bearer ${token}` } });
  assert.equal(response.status, 200);
  return parseMetrics(await response.text());
};

/** The value of a line with these labels, and no others; NaN where there is none. */
export const valueOf = (
  { lines }: Scraped,
  name: string,
  labels: Readonly<Record<string, string>> = {},
): number => {
  const wanted = Object.entries(labels);
  const found = lines.find(
    (line) =>
      line.name === name &&
      Object.keys(line.labels).length === wanted.length &&
      wanted.every(([label, value]) => line.labels[label] === value),
  );
  return found?.value ?? Number.NaN;
};
