import type { PlanLimits } from "../read-plan.ts";
import type { Pointer } from "./pointer.ts";

/** An operation of a JSON Patch (RFC 6902); a value is compact JSON. */
export type Operation =
  | { readonly op: "add" | "replace" | "test"; readonly path: Pointer; readonly value: Buffer }
  | { readonly op: "remove"; readonly path: Pointer }
  | { readonly op: "move" | "copy"; readonly path: Pointer; readonly from: Pointer };

/** A change of a plan. All of its operations are made, or none. */
export interface Patch {
  readonly operations: readonly Operation[];
  /** Bytes that it takes in memory, about. */
  readonly bytes: number;
  /** What the changed plan may be. */
  readonly limits: PlanLimits;
}

/** Whether a place is the plan's revision, or in it. */
const isOfRevision = ({ tokens }: Pointer): boolean => tokens[0] === "rev";

const isWhole = ({ tokens }: Pointer): boolean => tokens.length === 0;

/** Whether an operation changes the plan without its revision, which the service assigns; tests change nothing. */
export const changesPlan = (operation: Operation): boolean =>
  operation.op !== "test" && ("from" in operation || !isOfRevision(operation.path));

/** Whether what a patch makes of a plan depends on the plan's revision, or is all of it. */
export const involvesRevision = ({ operations }: Patch): boolean =>
  operations.some(
    (operation) =>
      isWhole(operation.path) ||
      ("from" in operation &&
        (isWhole(operation.from) || isOfRevision(operation.from) || isOfRevision(operation.path))),
  );

/** Bytes of what an operation brings, about. */
export const bytesOfOperation = (operation: Operation): number => {
  const paths = operation.path.text.length + ("from" in operation ? operation.from.text.length : 0);
  return paths + ("value" in operation ? operation.value.length : 0);
};

/** An operation as compact JSON. */
export const operationText = (operation: Operation): readonly Buffer[] => {
  const { op, path } = operation;
  const head = `{"op":"${op}","path":${JSON.stringify(path.text)}`;
  if ("value" in operation)
    return [Buffer.from(`${head},"value":`), operation.value, Buffer.from("}")];
  const from = "from" in operation ? `,"from":${JSON.stringify(operation.from.text)}` : "";
  return [Buffer.from(`${head}${from}}`)];
};

const comma = Buffer.from(",");

/** Operations as the elements of a list, a comma between them; in memory of its own. */
export const operationsText = (operations: readonly Operation[]): Buffer => {
  const pieces: Buffer[] = [];
  for (const operation of operations) {
    if (pieces.length > 0) pieces.push(comma);
    pieces.push(...operationText(operation));
  }
  return Buffer.concat(pieces);
};
