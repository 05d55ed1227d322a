import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import * as t from "io-ts";
import { type JsonSchema, withSchema } from "../../model/codec.ts";
import { CompactCopy } from "../raw-json/compact-copy.ts";
import type { LimitViolation } from "../raw-json/container-scan.ts";
import { type CooperativeTask, type FieldReader, JsonCursor } from "../raw-json/json-cursor.ts";
import { type PlanLimits, problemOfViolation } from "../read-plan.ts";
import { failureOf, type Problem } from "../draft.ts";
import { bytesOfOperation, type Operation, type Patch } from "./patch.ts";
import { type Pointer, readPointer } from "./pointer.ts";

export interface ChangeLimits extends PlanLimits {
  /** Operations of one change. */
  readonly changeOperations: number;
}

/** Far more than an editor makes at once: a plan that changes everywhere is saved. */
export const changeLimits = { changeOperations: 10_000 };

/** The list and the operation around a value. */
const levelsAround = 2;

/** A change that was read: a patch, or its first problem. */
export class SubmittedPatch {
  readonly patch: Either<Problem, Patch>;

  constructor(patch: Either<Problem, Patch>) {
    this.patch = patch;
  }
}

/** The members of an operation that have a meaning, as compact JSON; undefined where there is none. */
interface RawOperation {
  op?: Buffer;
  path?: Buffer;
  from?: Buffer;
  value?: Buffer;
}

const isMeant = (key: string): key is keyof RawOperation =>
  key === "op" || key === "path" || key === "from" || key === "value";

/** The next value as compact JSON. `undefined` if it is not JSON. */
function* compactValue(cursor: JsonCursor): CooperativeTask<Buffer | undefined> {
  cursor.next();
  const { at, spaces } = cursor;
  if ((yield* cursor.value()) === undefined) return undefined;
  const inside = cursor.spaces - spaces;
  if (inside === 0) return cursor.bytes.subarray(at, cursor.at);
  const copy = new CompactCopy(cursor.at - at - inside);
  yield* copy.add(cursor.bytes, at, cursor.at);
  return copy.into;
}

/** The next value as an operation; null if it is no object. `undefined` if it is not JSON. */
function* rawOperation(cursor: JsonCursor): CooperativeTask<RawOperation | null | undefined> {
  if (cursor.next() !== "object") return (yield* cursor.value()) === undefined ? undefined : null;
  const raw: RawOperation = {};
  cursor.enter();
  for (let member = cursor.nextMember(); member !== undefined; member = cursor.nextMember()) {
    if (cursor.isDue()) yield;
    const value = yield* compactValue(cursor);
    if (value === undefined) return undefined;
    if (isMeant(member.key)) raw[member.key] = value;
  }
  return cursor.isBroken ? undefined : raw;
}

const textIn = (value: Buffer | undefined, name: string): Either<Problem, string> => {
  if (value === undefined) return left({ path: [name], what: "missing, expected string" });
  const text: unknown = value[0] === 0x22 ? JSON.parse(value.toString()) : undefined;
  return typeof text === "string" ? right(text) : left({ path: [name], what: "expected string" });
};

const pointerIn = (
  value: Buffer | undefined,
  name: string,
  most: number,
): Either<Problem, Pointer> => {
  const text = textIn(value, name);
  if (isLeft(text)) return text;
  const pointer = readPointer(text.right, most);
  return isLeft(pointer) ? left({ path: [name], what: pointer.left }) : pointer;
};

const names = ["add", "remove", "replace", "move", "copy", "test"] as const;
const expectedName = `expected one of ${names.join(", ")}`;

const operationOf = (
  raw: RawOperation | null,
  { planDepth }: ChangeLimits,
): Either<Problem, Operation> => {
  if (raw === null) return left({ path: [], what: "expected object" });
  const name = textIn(raw.op, "op");
  if (isLeft(name)) return name;
  const op = names.find((each) => each === name.right);
  if (op === undefined) return left({ path: ["op"], what: expectedName });
  const path = pointerIn(raw.path, "path", planDepth);
  if (isLeft(path)) return path;
  if (op === "remove") return right({ op, path: path.right });
  if (op === "move" || op === "copy") {
    const from = pointerIn(raw.from, "from", planDepth);
    return isLeft(from) ? from : right({ op, path: path.right, from: from.right });
  }
  const { value } = raw;
  return value === undefined
    ? left({ path: ["value"], what: "missing, expected a value" })
    : right({ op, path: path.right, value });
};

/** What is wrong with an operation in which something is nested too deep or out of range. */
const problemAt = (index: number, trouble: LimitViolation, limits: PlanLimits): Problem => {
  const { path, what } = problemOfViolation(trouble, limits);
  // A cursor names no positions of the lists that are entered.
  return { path: [String(index), ...path.slice(1)], what };
};

/** What an operation takes in memory besides its paths and value, in bytes. */
const operationBytes = 256;

/** Below this part of its message the values of a patch are copied, so that the message can be freed. */
const maxKept = 0.5;

/** A patch of these operations; values that are short against their message are copied out of it. */
const patchOf = (
  operations: readonly Operation[],
  message: Buffer,
  limits: ChangeLimits,
): Patch => {
  const own = operations.reduce((sum, operation) => sum + bytesOfOperation(operation), 0);
  const bytes = own + operationBytes * (operations.length + 1);
  if (own >= maxKept * message.buffer.byteLength) return { operations, bytes, limits };
  const copies = operations.map((operation) =>
    "value" in operation ? { ...operation, value: Buffer.from(operation.value) } : operation,
  );
  return { operations: copies, bytes, limits };
};

/** Reads the operations of a list. `undefined` if it is not JSON. */
function* readOperations(
  cursor: JsonCursor,
  limits: ChangeLimits,
): CooperativeTask<Either<Problem, Patch> | undefined> {
  const { changeOperations } = limits;
  const operations: Operation[] = [];
  let problem: Problem | undefined;
  cursor.enter();
  for (let index = 0; cursor.nextElement(); index += 1) {
    if (cursor.isDue()) yield;
    if (index >= changeOperations) {
      const path = [String(changeOperations)];
      problem ??= { path, what: `more than change-operations, ${changeOperations}` };
      if ((yield* cursor.value()) === undefined) return undefined;
      continue;
    }
    const raw = yield* rawOperation(cursor);
    if (raw === undefined) return undefined;
    if (cursor.trouble !== undefined) problem ??= problemAt(index, cursor.trouble, limits);
    const operation = operationOf(raw, limits);
    if (isLeft(operation)) {
      const { path, what } = operation.left;
      problem ??= { path: [String(index), ...path], what };
      continue;
    }
    operations.push(operation.right);
  }
  if (cursor.isBroken) return undefined;
  return problem === undefined ? right(patchOf(operations, cursor.bytes, limits)) : left(problem);
}

/** Reads a JSON Patch in one pass, in steps; its values are never parsed. */
export const readPatch = (limits: ChangeLimits): FieldReader =>
  function* (message, start) {
    const cursor = new JsonCursor(message, start, limits.planDepth + levelsAround);
    if (cursor.next() === "list") {
      const patch = yield* readOperations(cursor, limits);
      return patch && { value: new SubmittedPatch(patch), end: cursor.at };
    }
    if ((yield* cursor.value()) === undefined) return undefined;
    const value = new SubmittedPatch(left({ path: [], what: "expected array" }));
    return { value, end: cursor.at };
  };

/** A JSON Patch, for the documents. */
export const patchSchema: JsonSchema = {
  type: "array",
  description: "a JSON Patch (RFC 6902)",
  items: {
    type: "object",
    properties: {
      op: { enum: names },
      path: { type: "string", description: "a JSON Pointer (RFC 6901)" },
      from: { type: "string", description: "a JSON Pointer, for move and copy" },
      value: { description: "for add, replace and test" },
    },
    required: ["op", "path"],
  },
};

/** Decodes a change that was read, so that its problem becomes one of the message. */
export const patchCodec = withSchema(
  patchSchema,
  new t.Type<Patch, unknown>(
    "array",
    (_value): _value is Patch => false,
    (input, context) =>
      input instanceof SubmittedPatch
        ? isLeft(input.patch)
          ? failureOf(input, context, input.patch.left)
          : t.success(input.patch.right)
        : t.failure(input, context, "expected array"),
    (patch) => patch,
  ),
);
