import assert from "node:assert/strict";
import { test } from "node:test";
import { scaled } from "../campaign/scale.ts";
import { bounded } from "../support/timeouts.ts";
import { Peer } from "../support/peer.ts";
import { numberedPlan } from "../support/plans.ts";
import { memoryOf, MiB } from "../support/process-memory.ts";
import { serveProgram } from "../support/program.ts";
import { temporaryFolder } from "../support/service.ts";
import { bytesAt, upload } from "./image-requests.ts";
import { pngOf } from "./pictures.ts";
import { filePart, formBytes, levelPart, rawUpload } from "./raw-http.ts";

const uploads = scaled(8, 20);

/** Newer versions of Node.js let the young generation of the heap grow by tens of MiB before they look through it, whatever is done. */
const youngAsEver = { NODE_OPTIONS: "--max-semi-space-size=16" };

const median = (values: readonly number[]): string =>
  (values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0).toFixed(1);

test(
  `IMG-21: ${uploads} uploads of 15 MiB at once cost at most 64 MiB of memory, and saves go on`,
  // 300 MiB and more go through everybody's disk: 47 seconds of a busy one were seen.
  { timeout: 8 * bounded.timeout },
  async (t) => {
    const served = await serveProgram(t, await temporaryFolder(t), [], youngAsEver);
    const { token: admin, url, child } = served;
    assert(admin !== undefined && child.pid !== undefined);
    const { pid } = child;
    const target = { url, admin };
    const peer = await Peer.login(t, served.port, admin);
    const latencies = { without: [] as number[], during: [] as number[] };
    const save = async (into: number[]): Promise<void> => {
      const started = performance.now();
      await peer.save(numberedPlan(into.length));
      into.push(performance.now() - started);
    };
    const image = pngOf(15 * MiB, 7);
    // The heap's young generation grows to its usual size once, with the first uploads.
    for (let count = 0; count < 3; count += 1) await upload(target, "warm-up", image, "a.png");
    for (let count = 0; count < 50; count += 1) await save(latencies.without);

    const idle = await memoryOf(pid, "VmRSS");
    const over = new AbortController();
    let highest = idle;
    const running = Promise.all(
      Array.from({ length: uploads }, (_, level) =>
        rawUpload(t, { ...served, admin }, formBytes([levelPart(`${level}`), filePart(image)])),
      ),
    ).finally(() => over.abort());
    while (!over.signal.aborted) {
      await save(latencies.during);
      highest = Math.max(highest, await memoryOf(pid, "VmRSS"));
    }
    for (const answer of await running) assert.equal(answer?.status, 200, answer?.body);
    highest = Math.max(highest, await memoryOf(pid, "VmRSS"));

    const grown = (highest - idle) / MiB;
    t.diagnostic(`idle ${(idle / MiB).toFixed()} MiB, grown by ${grown.toFixed(1)} MiB`);
    t.diagnostic(
      `p50 of a save: ${median(latencies.without)} ms without uploads, ` +
        `${median(latencies.during)} ms during, of ${latencies.during.length} saves`,
    );
    assert(grown <= 64, `memory grew by ${grown.toFixed(1)} MiB`);
    assert(latencies.during.length > 0, "saves were made while uploads ran");
    for (let level = 0; level < uploads; level += 1)
      assert.equal((await bytesAt(target, `/local/floorplan/bg_${level}.png`))?.length, 15 * MiB);
  },
);

test("IMG-21: saves go on while large drawings are checked", bounded, async (t) => {
  const served = await serveProgram(t, await temporaryFolder(t));
  const { token: admin, url } = served;
  assert(admin !== undefined);
  const peer = await Peer.login(t, served.port, admin);
  const drawing = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg">${'<path d="M 1,2 3,4"/>'.repeat(200_000)}</svg>`,
  );
  const over = new AbortController();
  const running = upload({ url, admin }, "0", drawing, "a.svg").finally(() => over.abort());
  const latencies: number[] = [];
  while (!over.signal.aborted) {
    const started = performance.now();
    await peer.save(numberedPlan(latencies.length));
    latencies.push(performance.now() - started);
  }
  await running;
  t.diagnostic(`${latencies.length} saves meanwhile, p50 ${median(latencies)} ms`);
  assert(latencies.length >= 5, "many saves went through while one drawing was checked");
});
