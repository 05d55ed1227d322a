import assert from "node:assert/strict";
import { isRight } from "fp-ts/lib/Either.js";
import type { Patch } from "../../../src/plan/changes/patch.ts";
import { readPatch, SubmittedPatch } from "../../../src/plan/changes/read-patch.ts";
import { runAtOnce } from "../../../src/plan/raw-json/json-cursor.ts";
import { testConfig } from "../../support/config.ts";

/** A patch from its text, as of a message. */
export const readPatchText = (text: string): Patch => {
  const read = runAtOnce(readPatch(testConfig())(Buffer.from(text), 0));
  assert(read?.value instanceof SubmittedPatch && isRight(read.value.patch), text);
  return read.value.patch.right;
};
