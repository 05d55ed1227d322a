import type { Measured } from "../scenarios/edit-peers.ts";
import { markdownTable, quantity } from "./report.ts";
import { median } from "./statistics.ts";

/** The titles of the table of servers. */
export const comparisonTitles = (viewers: number, kills: number): readonly string[] => [
  "Server",
  "Acknowledged",
  "Acknowledged and stored",
  `To the last of ${viewers} viewers`,
  "Bytes to a viewer",
  "Memory",
  `Lost of ${kills}`,
];

/** A line for each server, with the medians of its rounds, as docs/comparison.md has them. */
export const comparisonTable = (
  measured: readonly Measured[],
  viewers: number,
  kills: number,
): string =>
  markdownTable([
    comparisonTitles(viewers, kills),
    ...measured.map(({ name, acknowledged, stored, last, viewerBytes, memory, lost }) => [
      name,
      quantity(median(acknowledged), "ms"),
      quantity(median(stored), "ms"),
      quantity(median(last), "ms"),
      quantity(median(viewerBytes), ""),
      quantity(memory, "MiB"),
      String(lost),
    ]),
  ]);
