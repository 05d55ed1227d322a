import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { ifThere } from "../../wal/index.ts";

/** Where the audit log of a data folder lies. */
export const auditFolder = (data: string): string => join(data, "audit");

const digits = 8;

/** The name of a file of it, counted from 1. */
export const auditName = (number: number): string =>
  `audit-${String(number).padStart(digits, "0")}.jsonl`;

/** The numbers of the files that are there, the oldest first; none where there is no folder. Rejects with the system's error. */
export const auditNumbers = async (folder: string): Promise<readonly number[]> =>
  ((await ifThere(readdir(folder))) ?? [])
    .flatMap((name) => {
      const number = Number(/^audit-(\d{8})\.jsonl$/.exec(name)?.[1] ?? 0);
      return number > 0 ? [number] : [];
    })
    .toSorted((one, other) => one - other);
