import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { Json } from "../../../src/server/yaml/types.ts";

/** What PyYAML makes of a text. */
export type Answer = { readonly value: Json } | { readonly error: string };

const script = fileURLToPath(new URL("./oracle.py", import.meta.url));

/** Asks PyYAML, in one process, for all of these texts. */
export const askOracle = async (texts: readonly string[]): Promise<readonly Answer[]> => {
  const python = spawn("python3", [script], { stdio: ["pipe", "pipe", "inherit"] });
  const exited = once(python, "exit");
  const answers: Answer[] = [];
  python.stdin.end(texts.map((yaml) => `${JSON.stringify({ yaml })}\n`).join(""));
  for await (const line of createInterface({ input: python.stdout })) answers.push(toAnswer(line));
  await exited;
  assert.equal(answers.length, texts.length, "PyYAML answers every text");
  return answers;
};

const toAnswer = (line: string): Answer => {
  const parsed: unknown = JSON.parse(line);
  assert(typeof parsed === "object" && parsed !== null);
  if ("error" in parsed) return { error: String(parsed.error) };
  assert("value" in parsed && isJson(parsed.value));
  return { value: parsed.value };
};

/** Whether a value that came out of `JSON.parse` is JSON, which it always is. */
export const isJson = (value: unknown): value is Json => value !== undefined;
