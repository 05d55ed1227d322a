import assert from "node:assert/strict";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { isRight } from "fp-ts/lib/Either.js";
import * as t from "io-ts";
import { scaled } from "../../campaign/scale.ts";
import { bundledProgram } from "../../support/bundled-program.ts";
import { startCommand } from "../../support/program.ts";

const program = fileURLToPath(new URL("growth-program.ts", import.meta.url));
const lineCodec = t.type({ name: t.string, few: t.number, many: t.number });

/** Four times as many operations are four times as much work, or sixteen times where the work is that of a square. */
const most = 6;
const [few, many] = scaled([500, 2000], [2500, 10_000]);

test(
  "CHANGE-7: the work for a change grows with the number of its operations and the length of its lists, not with its square",
  { timeout: scaled(25_000, 300_000) },
  async (context) => {
    const words = [process.execPath, bundledProgram(program), String(few), String(many)];
    const counting = startCommand(context, words, { env: process.env });
    assert.equal((await counting.ended).code, 0, counting.err());
    const lines = counting.out().trim().split("\n");
    assert(lines.length > 8, "every shape of a change is tried");
    for (const line of lines) {
      const told = lineCodec.decode(JSON.parse(line));
      assert(isRight(told), line);
      assert(told.right.few > few, `blocks of code are counted: ${line}`);
      assert(told.right.many < most * told.right.few, `four times as many operations: ${line}`);
      context.diagnostic(line);
    }
  },
);
