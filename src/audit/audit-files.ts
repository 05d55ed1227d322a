import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { ifThere } from "../../wal/index.ts";

/** Where the audit log of a data folder lies. */
export const auditFolder = (data: string): string => join(data, "audit");

const digits = 8;

/**
 * What lines have files of their own, so that nobody pushes out those of people who may do more, and nothing that came
 * to nothing what was done: of strangers, of viewers, of what viewers switched, of all else.
 */
export const auditSeries = ["audit", "switched", "viewers", "strangers"] as const;

export type AuditSeries = (typeof auditSeries)[number];

/** The name of a file of a series, counted from 1. */
export const auditName = (series: AuditSeries, number: number): string =>
  `${series}-${String(number).padStart(digits, "0")}.jsonl`;

/** The numbers of the files of a series that are there, the oldest first; none where there is no folder. Rejects with the system's error. */
export const auditNumbers = async (
  folder: string,
  series: AuditSeries,
): Promise<readonly number[]> =>
  ((await ifThere(readdir(folder))) ?? [])
    .flatMap((name) => {
      const [, of, digitsOfIt = ""] = /^([a-z]+)-(\d{8})\.jsonl$/.exec(name) ?? [];
      const number = of === series ? Number(digitsOfIt) : 0;
      return number > 0 ? [number] : [];
    })
    .toSorted((one, other) => one - other);
