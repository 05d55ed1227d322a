import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { text as textOf } from "node:stream/consumers";
import { type Either, left, right } from "fp-ts/lib/Either.js";
import { messageOf } from "../../wal/index.ts";
import type { Input } from "./cli-command.ts";

/** JSON from a file or from the standard input. */
export interface ReadJson<Value> {
  /** What messages call the file. */
  readonly name: string;
  readonly text: string;
  /** What the caller expects in it, which the service checks. */
  readonly value: Value;
}

/** `JSON.parse` reads 1e999 as infinity, which would be sent as null. */
const refuseInfinity = (key: string, value: unknown): unknown => {
  if (typeof value !== "number" || Number.isFinite(value)) return value;
  throw new RangeError(`${key}: number out of range`);
};

/** Reads the JSON that the first argument names; `-` is the standard input. Left: why it cannot be read. */
export const readJson = async <Value>({
  args,
}: Pick<Input, "args">): Promise<Either<string, ReadJson<Value>>> => {
  const [file = "-"] = args;
  const name = file === "-" ? "the standard input" : file;
  let text: string | undefined;
  try {
    text = await (file === "-" ? textOf(process.stdin) : readFile(file, "utf8"));
    const value: Value = JSON.parse(text, refuseInfinity);
    return right({ name, text, value });
  } catch (error) {
    const how = text === undefined ? "read" : "read as JSON";
    return left(`${name} cannot be ${how}: ${messageOf(error)}`);
  }
};

/** Texts by the string that stands for each in a message. */
const texts = new Map<string, string>();

/** A value that is sent by the text that it was read from: JavaScript would write `1.0` as `1`. */
export const sentAs = <Value extends object>(text: string, value: Value): Value => {
  const standIn = randomUUID();
  texts.set(standIn, text);
  return Object.defineProperty(value, "toJSON", { value: () => standIn });
};

/** A message with these texts in their places. */
export const withTexts = (message: string): string =>
  [...texts].reduce((sent, [standIn, text]) => sent.replace(`"${standIn}"`, () => text), message);
