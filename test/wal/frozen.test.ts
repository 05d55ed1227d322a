import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { cp, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { crc32 } from "node:zlib";
import { isRight } from "fp-ts/lib/Either.js";
import * as t from "io-ts";
import { checksumSeed, decodeFileHeader, encodeFileHeader } from "../../wal/log-files.ts";
import { nodeFileSystem, readSoundLog } from "../../wal/index.ts";
import { decodeRecord, encodeRecord } from "../../wal/record.ts";
import { decodeRevision } from "../../src/plan/stored-plan.ts";
import { bytesAt } from "../images/image-requests.ts";
import { bytesBelow } from "../backup/folders.ts";
import { revOf } from "../service/revisions.ts";
import { Peer } from "../support/peer.ts";
import { startTestService, temporaryFolder } from "../support/service.ts";

/** A data folder as the program wrote it in format version 1, and what it holds. Neither is ever made anew. */
const frozen = join(import.meta.dirname, "frozen-v1");
const frozenSha256 = "51cd854830325be3e5af4efe5ef11e74193441e934828332b691282d55ff23ad";

const expectedCodec = t.type({
  rev: t.Int,
  url: t.string,
  image: t.string,
  history: t.array(t.type({ rev: t.Int, saved_at: t.string, rooms: t.Int, items: t.Int })),
  plans: t.record(t.string, t.UnknownRecord),
});

const expectedContent = async (): Promise<t.TypeOf<typeof expectedCodec>> => {
  const decoded = expectedCodec.decode(
    JSON.parse(await readFile(join(frozen, "expected.json"), "utf8")),
  );
  assert(isRight(decoded));
  return decoded.right;
};

const copyOf = async (context: TestContext): Promise<string> => {
  const data = await temporaryFolder(context);
  await cp(join(frozen, "data"), data, { recursive: true });
  return data;
};

/** Every file of the frozen log and its bytes. */
const logFiles = async (): Promise<readonly (readonly [string, Buffer])[]> => {
  const folder = join(frozen, "data", "log");
  const names = (await readdir(folder)).toSorted();
  return Promise.all(
    names.map(async (name) => [name, await readFile(join(folder, name))] as const),
  );
};

test("LOG-26: the frozen data folder is the one that was frozen", async () => {
  const hash = createHash("sha256");
  for (const [name, bytes] of await bytesBelow(frozen))
    hash.update(`${name}\n${bytes.length}\n`).update(bytes, "latin1");
  assert.equal(hash.digest("hex"), frozenSha256);
});

test("LOG-26: a data folder of format version 1 opens with its plan, history, image and users, and goes on", async (context) => {
  const expected = await expectedContent();
  const again = { data: await copyOf(context), admin: "frozen-admin", viewer: "" };
  const service = await startTestService(context, { again });
  const peer = await Peer.login(context, service.port, service.admin);
  const plan = await peer.result("floorplan/plan/get");
  assert.equal(revOf(plan), expected.rev);
  assert.deepEqual(plan, { rev: expected.rev, ...expected.plans[expected.rev] });
  assert.deepEqual(await peer.result("floorplan/history/list"), expected.history);
  assert.equal(expected.history.length, 20);
  for (const { rev } of expected.history)
    assert.deepEqual(await peer.result("floorplan/history/get", { rev }), {
      rev,
      ...expected.plans[rev],
    });
  assert.equal((await bytesAt(service, expected.url))?.toString("base64"), expected.image);
  assert.equal(await peer.save({ rooms: [] }), expected.rev + 1);
});

test("LOG-26: every revision in the log of format version 1 is read, also those that a snapshot stands for", async () => {
  const { plans, rev: newest } = await expectedContent();
  const revs: number[] = [];
  const onRecord = (payload: Buffer): void => {
    const stored = decodeRevision(payload);
    assert(isRight(stored));
    const { rev, json } = stored.right;
    assert.deepEqual(JSON.parse(json.toString()), { rev, ...plans[rev] });
    revs.push(rev);
  };
  const visitor = { onSnapshot: () => undefined, onRecord, onCovered: onRecord };
  const read = await readSoundLog(nodeFileSystem, join(frozen, "data", "log"), visitor);
  assert(isRight(read) && read.right !== undefined);
  assert.equal(read.right.segments.length, 6);
  assert.deepEqual(read.right.unreadable, []);
  assert.deepEqual(
    revs,
    Array.from({ length: newest - 102 }, (_none, at) => 103 + at),
  );
});

/** A header of version 1 as one of version 2: they differ in the version and in the checksum over it. */
const withVersion2 = (header: Buffer): Buffer => {
  const raised = Buffer.from(header);
  raised.writeUInt32LE(2, 8);
  raised.writeUInt32LE(crc32(raised.subarray(0, 60)), 60);
  return raised;
};

test("LOG-26: headers that are written now differ in their version from those of format version 1, and records in nothing", async () => {
  let records = 0;
  for (const [name, bytes] of await logFiles()) {
    const decoded = decodeFileHeader(name.endsWith(".seg") ? "segment" : "snapshot", name, bytes);
    assert(isRight(decoded), name);
    const header = withVersion2(bytes.subarray(0, 64));
    assert(encodeFileHeader(decoded.right).equals(header), `${name}: its header`);
    const seed = checksumSeed(decoded.right.logId);
    for (let at = 64; ;) {
      const record = decodeRecord(bytes, at, seed);
      if (record === undefined) break;
      const { pieces } = encodeRecord(record, [record.payload], seed);
      const end = at + record.stride;
      assert(Buffer.concat(pieces).equals(bytes.subarray(at, end)), `${name}, offset ${at}`);
      at = end;
      records += 1;
    }
  }
  assert.equal(records, 68 + 5 + 2 * 22, "data, seals, and the entries and seals of snapshots");
});
