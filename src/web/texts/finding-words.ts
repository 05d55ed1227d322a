import type { FindingKind } from "../model/check.ts";

/** The sentence for each finding, made of what it is about and what that points to. */
export type FindingWords = {
  readonly [Kind in FindingKind]: (subject: string, detail: string) => string;
};
