import assert from "node:assert/strict";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { builtProgram, startCommand } from "../support/program.ts";
import { temporaryFolder } from "../support/service.ts";

/** Makes Node.js say that its processor is one of 32 bits, as a Raspberry Pi's is with the smaller system. */
const asOf32Bits = "data:text/javascript,Object.defineProperty(process,'arch',{value:'arm'})";

test("PACK-14: where there is no lock on files for the machine, a start is refused with a sentence that says so, and which have one", async (t) => {
  const data = join(await temporaryFolder(t), "data");
  const serve = [builtProgram, "serve", "--port", "0", "--data", data];
  const words = [process.execPath, "--import", asOf32Bits, ...serve];
  const started = startCommand(t, words, { env: { PATH: process.env["PATH"] } });
  assert.deepEqual(await started.ended, { code: 1, signal: null });
  const lines = started.err().trimEnd().split("\n");
  assert.equal(lines.length, 1, started.err());
  const { reason } = JSON.parse(lines[0] ?? "");
  assert.match(
    reason,
    /^the data folder cannot be used: file locks are not available on \w+-arm: they need 64-bit x86 or ARM, and on Linux glibc, /,
  );
  assert.deepEqual(await readdir(data), []);
});
