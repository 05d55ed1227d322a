import assert from "node:assert/strict";
import { test } from "node:test";
import { Peer } from "../support/peer.ts";
import { samplePlan } from "../support/plans.ts";
import { runProgram, serveProgram } from "../support/program.ts";
import { temporaryFolder } from "../support/service.ts";

test("CLI-12, CLI-13: log verify and log show find a sound log sound while it rotates and is compacted", async (t) => {
  const data = await temporaryFolder(t);
  const small = ["--segment-bytes", "65536", "--snapshot-bytes", "65536"];
  const served = await serveProgram(t, data, small);
  const { token, port } = served;
  assert(token !== undefined);
  const over = new AbortController();
  const editors = Array.from({ length: 2 }, async () => {
    const peer = await Peer.login(t, port, token);
    for (let number = 0; !over.signal.aborted; number += 1)
      await peer.save(samplePlan("flat", number));
  });
  for (let round = 0; round < 5; round += 1) {
    const verified = await runProgram(t, ["log", "verify", "--data", data]);
    assert.equal(verified.code, 0, verified.err);
    const shown = await runProgram(t, ["log", "show", "--data", data]);
    assert.equal(shown.code, 0, shown.err);
    const lines = shown.out.trim().split("\n");
    assert.equal(new Set(lines).size, lines.length, "no record is shown twice");
  }
  over.abort();
  await Promise.all(editors);
});
