import assert from "node:assert/strict";
import { cp, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import type { ServiceConfig } from "../../src/server/limits.ts";
import { logShow } from "../../src/cli/log.ts";
import { makeLog, oneSegment } from "../backup/logs.ts";
import { Peer } from "../support/peer.ts";
import { numberedPlan } from "../support/plans.ts";
import { runProgram, startProgram } from "../support/program.ts";
import { seededRandom } from "../support/random.ts";
import { startTestService, temporaryFolder } from "../support/service.ts";
import { runInProcess, runOnData } from "../support/run-command.ts";

const KiB = 1024;

/** A data folder with the log of a service that has stopped. */
const stoppedLog = async (
  t: TestContext,
  saves: number,
  config: Partial<ServiceConfig> = {},
): Promise<string> => {
  const { data, port, admin, stop } = await startTestService(t, {
    config: { segmentBytes: 64 * KiB, ...config },
  });
  const peer = await Peer.login(t, port, admin);
  for (let number = 1; number <= saves; number += 1) await peer.save(numberedPlan(number));
  await stop();
  return data;
};

/** A copy of a data folder in which one file of the log is changed. */
const changedCopy = async (
  t: TestContext,
  data: string,
  file: string,
  change: (bytes: Buffer) => void,
): Promise<string> => {
  const copy = await temporaryFolder(t);
  await cp(data, copy, { recursive: true });
  const path = join(copy, "log", file);
  const bytes = await readFile(path);
  change(bytes);
  await writeFile(path, bytes);
  return copy;
};

const flip = (bytes: Buffer, at: number): void => {
  bytes.writeUInt8(bytes.readUInt8(at) ^ 0x10, at);
};

const verify = (data: string) => runInProcess(["log", "verify", "--data", data]);

/** A line of `log show`. */
interface Shown {
  readonly file: string;
  readonly offset: number;
  readonly rev: number;
  readonly time: string;
  readonly bytes: number;
  readonly by: string | undefined;
}

const show = async (t: TestContext, data: string): Promise<readonly Shown[]> => {
  const { code, out } = await runProgram(t, ["log", "show", "--data", data]);
  assert.equal(code, 0);
  return out
    .trimEnd()
    .split("\n")
    .map((line) => {
      const [, file = "", offset, rev, time = "", bytes, by] =
        /^(\d{20}\.seg) +(\d+) +rev (\d+) +(\S+) +(\d+) bytes(?: {2}by (.+))?$/.exec(line) ?? [];
      return { file, offset: Number(offset), rev: Number(rev), time, bytes: Number(bytes), by };
    });
};

test("CLI-12: log show prints a line per record, as it lies on the disk, while the service runs", async (t) => {
  const config = { segmentBytes: 4 * KiB };
  const { data, port, admin } = await startTestService(t, { config });
  const peer = await Peer.login(t, port, admin);
  const plans = Array.from({ length: 30 }, (_none, number) => numberedPlan(number));
  for (const plan of plans) await peer.save(plan);
  const shown = await show(t, data);
  assert.deepEqual(
    shown.map(({ rev }) => rev),
    plans.map((_plan, position) => position + 1),
  );
  assert(new Set(shown.map(({ file }) => file)).size > 1, "they lie in several segments");
  for (const { file, offset, rev, time, bytes } of shown) {
    const segment = await readFile(join(data, "log", file));
    assert.equal(segment.toString("latin1", offset, offset + 4), "FPRC", "a record starts there");
    assert.equal(segment.readUInt32LE(offset + 4), bytes, "of that size");
    const payload = segment.toString("utf8", offset + 40, offset + 40 + bytes);
    assert(payload.includes(`"rev":${rev},`) && payload.includes(time), payload);
    assert(!Number.isNaN(Date.parse(time)));
  }
});

test("CLI-12: log show tells who saved a revision where the log says so, and obeys nothing that stands in a name", async (t) => {
  const names = [undefined, "Anna Maria", "\u001b[2Jx\n\u009b1\u202ey"];
  const authors = names.map((name) => name && { id: "1", name });
  const data = await temporaryFolder(t);
  await makeLog(data, names.length, oneSegment, (rev) => authors[rev - 1] || undefined);
  const shown = await runOnData(data, logShow);
  assert.deepEqual([shown.code, shown.out.length], [0, names.length], shown.err);
  const [nobody = "", anna = "", odd = ""] = shown.out;
  assert.match(nobody, / rev 1 {2}\S+ {2}\d+ bytes$/);
  assert.match(anna, / rev 2 {2}\S+ {2}\d+ bytes {2}by Anna Maria$/);
  assert.match(odd, / {2}by \ufffd\[2Jx\ufffd\ufffd1\ufffdy$/);
  const { out } = await runOnData(data, logShow, [], ["json"]);
  for (const [at, line] of out.entries()) {
    const { segment, offset, bytes, ...told }: Record<string, unknown> = JSON.parse(line);
    const by = authors[at];
    assert.deepEqual(told, {
      rev: at + 1,
      saved_at: "2024-05-06T07:08:09.123+00:00",
      ...(by && { by }),
    });
    const text = `${String(segment)}  ${String(offset).padStart(9)}  rev ${at + 1}  `;
    assert(shown.out[at]?.startsWith(text) && shown.out[at].includes(` ${String(bytes)} bytes`));
  }
});

test("CLI-12, CLI-13: a folder without a log exits with 1 and names it", async (t) => {
  const data = await temporaryFolder(t);
  for (const command of ["show", "verify"]) {
    const { code, out, err } = await runInProcess(["log", command, "--data", data]);
    assert.deepEqual([code, out], [1, ""]);
    assert.match(err, /^floorplan: .*log/);
  }
  assert.deepEqual(await readdir(data), [], "nothing is made there");
});

test("CLI-13: log verify finds one changed byte anywhere in a record, and exits with 1, file and offset", async (t) => {
  const random = seededRandom(t);
  const data = await stoppedLog(t, 6);
  const sound = await verify(data);
  assert.equal(sound.code, 0, sound.err);
  const records = await show(t, data);
  assert.equal(records.length, 6);
  // The last record is left out: without a later one, a bad record is a torn tail.
  await Promise.all(
    records.slice(0, -1).map(async ({ file, offset, bytes }) => {
      const at = offset + random.below(40 + bytes);
      const copy = await changedCopy(t, data, file, (segment) => flip(segment, at));
      const { code, out, err } = await verify(copy);
      assert.deepEqual([code, out], [1, ""], `byte ${at}`);
      assert(err.includes(`${file}, offset ${offset}:`), err);
    }),
  );
});

test("CLI-13: log verify finds a changed byte in every kind of file of a log", async (t) => {
  const random = seededRandom(t);
  const data = await stoppedLog(t, 300, { segmentBytes: 4 * KiB, snapshotBytes: 4 * KiB });
  assert.equal((await verify(data)).code, 0);
  const files = (await readdir(join(data, "log"))).filter((name) => /\.(seg|snap)$/.test(name));
  const snapshots = files.filter((name) => name.endsWith(".snap"));
  const segments = files.filter((name) => name.endsWith(".seg"));
  assert(snapshots.length >= 2 && segments.length >= 2, files.join(", "));
  // The last segment's end may be torn, the others may not; headers may be damaged nowhere.
  const spots = new Map<string, number>(segments.map((file) => [file, random.below(64)]));
  for (const file of [...snapshots, ...segments.slice(0, -1)]) {
    const { length } = await readFile(join(data, "log", file));
    spots.set(file, random.below(length));
  }
  await Promise.all(
    [...spots].map(async ([file, at]) => {
      const copy = await changedCopy(t, data, file, (bytes) => flip(bytes, at));
      const { code, err } = await verify(copy);
      assert(err.includes(file), `byte ${at} of ${file}: ${err}`);
      assert.match(err, /offset \d+/);
      assert.equal(code, 1, `byte ${at} of ${file}: ${err}`);
    }),
  );
});

test("CLI-13: log verify tells a torn tail and exits with 0", async (t) => {
  const data = await stoppedLog(t, 3);
  const last = (await show(t, data)).at(-1);
  assert(last !== undefined);
  // The start of a record that the machine did not get to finish.
  const torn = await changedCopy(t, data, last.file, (bytes) => {
    bytes.fill(0, last.offset + 60);
  });
  const { code, err } = await runProgram(t, ["log", "verify", "--data", torn]);
  assert.equal(code, 0, err);
  assert(err.includes(`torn tail: ${last.file}, offset ${last.offset}`), err);
  assert.doesNotMatch((await verify(data)).err, /torn/, "a sound log has none");
});

test("OPS-2: a log that is refused ends the start with 1, and the reason is logged", async (t) => {
  const data = await stoppedLog(t, 3);
  const [first] = await show(t, data);
  assert(first !== undefined);
  const { file, offset } = first;
  const damaged = await changedCopy(t, data, file, (bytes) => flip(bytes, offset + 50));
  const before = await readFile(join(damaged, "log", file));
  const served = startProgram(t, ["serve", "--port", "0", "--data", damaged]);
  assert.deepEqual(await served.ended, { code: 1, signal: null });
  assert.equal(served.out(), "", "it never says that it is ready");
  assert(served.err().includes(`${file}, offset ${offset}: bad record`), served.err());
  assert.match(served.err(), /"level":60/, "as a fatal line");
  assert.deepEqual(await readFile(join(damaged, "log", file)), before);
});
