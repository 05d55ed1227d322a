import { type Either, left, right } from "fp-ts/lib/Either.js";
import { type FileHeader, fileName } from "./file-header.ts";
import { type LogRefused, refusal } from "./refusal.ts";
import { recordStride } from "./record.ts";
import type { ScannedSegment } from "./scan.ts";

/** Where a segment's header and records were found. */
export interface SurveyedSegment extends ScannedSegment {
  readonly file: string;
  readonly header: FileHeader;
}

/** The name of the segment that starts with record `index`. */
export const segmentName = (index: number): string => fileName({ kind: "segment", index });

const badRecord = ({ file, offset }: SurveyedSegment): LogRefused =>
  refusal("damaged", file, offset, "bad record, which was written whole once");

const cutOff = ({ file, offset }: SurveyedSegment): LogRefused =>
  refusal("damaged", file, offset, "the segment is cut off, and a later one follows");

/** Whether the segment in `file` carries on where `before` ended; asked before any of its records is handed over. */
export const checkJoint = (
  before: SurveyedSegment,
  header: FileHeader,
  file: string,
): LogRefused | undefined => {
  if (before.end === "damaged") return badRecord(before);
  if (header.index !== before.index + 1)
    return before.end === "sealed"
      ? refusal(
          "missing",
          segmentName(before.index + 1),
          undefined,
          `is missing: ${before.file} ends with record ${before.index}, and ${file} follows`,
        )
      : cutOff(before);
  return header.chain === before.chain
    ? undefined
    : refusal("damaged", file, 40, `does not carry on the chain of ${before.file}`);
};

/** `before` may lack its seal only while `next`, the last one, is still empty. */
export const checkSeal = (
  before: SurveyedSegment,
  next: SurveyedSegment,
  isLast: boolean,
): LogRefused | undefined => {
  // A seal is cut to size only after its sync: a file of that very length once had a sound one.
  const sealWasWhole = before.length === before.offset + recordStride(0);
  const rotationUnfinished =
    isLast && next.index < next.header.index && next.end === "clean" && !sealWasWhole;
  return before.end === "sealed" || rotationUnfinished ? undefined : cutOff(before);
};

/** `file` ends with record `index` and a seal, and is the last one. */
export const newerIsMissing = (file: string, index: number): LogRefused =>
  refusal(
    "missing",
    segmentName(index + 1),
    undefined,
    `is missing: ${file} is sealed, so a newer segment was there`,
  );

/** Finds fault with the last segments, or tells which of them is the newest with records. */
export const judgeEnd = (
  segments: readonly SurveyedSegment[],
): Either<LogRefused, SurveyedSegment> => {
  const last = segments.at(-1);
  if (last === undefined) throw new Error("a survey has at least one segment");
  if (last.end === "damaged") return left(badRecord(last));
  if (last.end === "sealed") return left(newerIsMissing(last.file, last.index));
  const before = segments.at(-2);
  return right(before !== undefined && before.end !== "sealed" ? before : last);
};
