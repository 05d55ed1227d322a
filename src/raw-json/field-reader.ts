import type { CooperativeTask } from "./steps.ts";

/** What was read in place of a value, and where that ended. */
export interface ReadField {
  readonly value: unknown;
  readonly end: number;
}

/** Reads the value that starts at `start` from the bytes of its message, without parsing it; `undefined` where there is no JSON. */
export type FieldReader = (bytes: Buffer, start: number) => CooperativeTask<ReadField | undefined>;
