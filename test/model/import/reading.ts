import assert from "node:assert/strict";
import { isLeft, isRight } from "fp-ts/lib/Either.js";
import { draftCodec } from "../../../src/plan/draft.ts";
import { readPlan } from "../../../src/plan/read-plan.ts";
import { runAtOnce } from "../../../src/plan/raw-json/json-cursor.ts";
import type {
  GivenFile,
  Imported,
  ImportRefusal,
  ImportLoss,
  LossKind,
} from "../../../src/model/import/import-result.ts";
import { type ImportLimits, defaultImportLimits } from "../../../src/model/import/refusal.ts";
import { readFiles } from "../../../src/model/import/read-files.ts";
import { importing } from "../../../src/web/i18n/en/import.ts";
import { type JsonObject, objectsIn } from "../../../src/model/json.ts";

/** A number as JSON has it; there is no text for the others, which would become null. */
const onlyFinite = (_: string, value: unknown): unknown => {
  if (typeof value === "number") assert(Number.isFinite(value), "each number of a plan is finite");
  return value;
};

/** Whether the service takes a plan, by what it looks at a plan with. */
export const isTaken = (plan: JsonObject, limits: ImportLimits = defaultImportLimits): boolean => {
  const message = Buffer.from(`{"plan":${JSON.stringify(plan, onlyFinite)}}`);
  const read = runAtOnce(readPlan(limits)(message, '{"plan":'.length));
  return read !== undefined && isRight(draftCodec.decode(read.value));
};

/** What some files are as a plan, which the service takes. */
export const importedFrom = async (
  files: readonly GivenFile[],
  limits: Partial<ImportLimits> = {},
): Promise<Imported> => {
  const reading = await readFiles(files, { ...defaultImportLimits, ...limits }, importing.names);
  assert(isRight(reading), isLeft(reading) ? JSON.stringify(reading.left) : "");
  assert(isTaken(reading.right.plan), "the service takes the plan");
  return reading.right;
};

/** Why some files are refused. */
export const refusalOf = async (
  files: readonly GivenFile[],
  limits: Partial<ImportLimits> = {},
): Promise<ImportRefusal> => {
  const reading = await readFiles(files, { ...defaultImportLimits, ...limits }, importing.names);
  assert(isLeft(reading), "the files are refused");
  return reading.left;
};

/** A refusal as one text: why, where, which limit. */
export const inShort = ({ why, file, detail }: ImportRefusal): string =>
  [why, file, detail.place, detail.limit].filter((part) => part !== "").join(" | ");

/** A loss of a kind. */
export const lossOf = ({ losses }: Imported, what: LossKind): ImportLoss | undefined =>
  losses.find((loss) => loss.what === what);

/** The element of a plan's list that has something in a field. */
export const elementOf = (
  plan: JsonObject,
  list: string,
  field: string,
  value: string,
): JsonObject => {
  const found = objectsIn(plan[list]).find((each) => each[field] === value);
  assert(found !== undefined, `${list} has no element whose ${field} is ${value}`);
  return found;
};
