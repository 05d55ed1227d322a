import assert from "node:assert/strict";
import { test } from "node:test";
import { makeCertificate } from "../support/certificates.ts";
import { bounded } from "../support/timeouts.ts";
import { mayUse } from "../support/programs.ts";
import { runProgram, serveProgram } from "../support/program.ts";
import { temporaryFolder } from "../support/service.ts";

test(
  "TLS-8: the command line uses a service with a certificate, and says where it is not trusted",
  { timeout: 2 * bounded.timeout },
  async (t) => {
    if (!mayUse(t, "openssl")) return;
    const folder = await temporaryFolder(t);
    const { cert, key } = makeCertificate(folder, "home");
    const served = await serveProgram(t, `${folder}/data`, ["--tls-cert", cert, "--tls-key", key]);
    const { url, port, token = "" } = served;
    assert.equal(url, `https://127.0.0.1:${port}`);
    const at = { FLOORPLAN_URL: url, FLOORPLAN_TOKEN: token };
    const trusting = { ...at, NODE_EXTRA_CA_CERTS: cert };
    const demo = await runProgram(t, ["demo"]);
    const saved = await runProgram(t, ["save", "-"], trusting, demo.out);
    assert.deepEqual([saved.code, saved.err], [0, ""]);
    const status = await runProgram(t, ["status"], trusting);
    assert.deepEqual([status.code, status.out], [0, "ready, revision 1\n"]);
    const doubtful = await runProgram(t, ["get"], at);
    assert.equal(doubtful.code, 1);
    assert.match(doubtful.err, /certificate of https:\S+ is not trusted \(.*NODE_EXTRA_CA_CERTS/);
    const doubted = await runProgram(t, ["status"], at);
    assert.deepEqual([doubted.code, /self-signed/.test(doubted.err)], [1, true], doubted.err);
    const plain = { ...at, FLOORPLAN_URL: `http://127.0.0.1:${port}` };
    assert.match((await runProgram(t, ["get"], plain)).err, /this port speaks HTTPS/);
    assert.match((await runProgram(t, ["status"], plain)).err, /this port speaks HTTPS/);
  },
);
