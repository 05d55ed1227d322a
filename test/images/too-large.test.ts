import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { test, type TestContext } from "node:test";
import { bounded } from "../support/timeouts.ts";
import { mayUse } from "../support/programs.ts";
import { startTestService, temporaryFolder, type TestService } from "../support/service.ts";
import {
  answerOf,
  bytesAt,
  formOf,
  imageFiles,
  incomingFiles,
  post,
  upload,
} from "./image-requests.ts";
import { pngOf } from "./pictures.ts";
import { filePart, formBytes, levelPart, RawHttp, uploadHead } from "./raw-http.ts";

const limit = 100_000;
const MiB = 1024 * 1024;

const nothingIsLeft = async (service: TestService): Promise<void> =>
  assert.deepEqual([await imageFiles(service), await incomingFiles(service)], [[], []]);

/** A body without a declared length. */
const streamed = (bytes: Buffer): ReadableStream<Uint8Array> =>
  new ReadableStream({
    start: (controller) => {
      for (let at = 0; at < bytes.length; at += 10_000)
        controller.enqueue(bytes.subarray(at, at + 10_000));
      controller.close();
    },
  });

const postStreamed = async ({ url, admin }: TestService, form: FormData): Promise<Response> => {
  const whole = new Response(form);
  const type = whole.headers.get("content-type") ?? "";
  return fetch(`${url}/api/floorplan/background`, {
    method: "POST",
    headers: { Authorization: `Bearer ${admin}`, "Content-Type": type },
    body: streamed(Buffer.from(await whole.arrayBuffer())),
    duplex: "half",
  });
};

test(
  "IMG-7: a file of exactly image-bytes is accepted, one byte more is not",
  bounded,
  async (t) => {
    const service = await startTestService(t, { config: { imageBytes: limit } });
    for (const send of [
      async (form: FormData) => post(service, form),
      async (form: FormData) => answerOf(await postStreamed(service, form)),
    ]) {
      const refused = await send(formOf("large", pngOf(limit + 1), "a.png"));
      assert.equal(refused.status, 413);
      assert.match(refused.message, new RegExp(`image-bytes.*${limit}`));
      assert.deepEqual(await incomingFiles(service), []);
      const accepted = await send(formOf("0", pngOf(limit), "a.png"));
      assert.equal(accepted.status, 200, accepted.message);
      assert.equal((await bytesAt(service, accepted.url))?.length, limit);
      assert((await imageFiles(service)).every((file) => file.startsWith("bg_0.")));
    }
  },
);

test("IMG-7: fetch gets its 413 for a body of 30 MiB, declared or not", bounded, async (t) => {
  const service = await startTestService(t);
  const form = (): FormData => formOf("0", Buffer.alloc(30 * MiB), "a.png");
  assert.equal((await post(service, form())).status, 413);
  assert.equal((await postStreamed(service, form())).status, 413);
  await nothingIsLeft(service);
});

/** Sends without end, as fast as it is taken, until the connection is over; returns how many bytes were. */
const sendWithoutEnd = async (client: RawHttp, chunk: Uint8Array): Promise<number> => {
  let isOver = false;
  client.socket.once("close", () => (isOver = true));
  for (let sent = 0; ; sent += chunk.length) {
    if (isOver || !client.socket.writable) return sent;
    await client.send(chunk);
  }
};

const endless = async (t: TestContext, lines: readonly string[], start: Buffer, chunk: Buffer) => {
  const service = await startTestService(t);
  const client = new RawHttp(t, service.port);
  await client.send(uploadHead(service.admin, lines));
  await client.send(start);
  const sent = sendWithoutEnd(client, chunk);
  const answer = await client.answer();
  assert.equal(answer?.status, 413, "the answer is there while the client is still sending");
  assert.match(answer.body, /image-bytes/);
  const bytes = await sent;
  t.diagnostic(`the service ended the connection after ${(bytes / MiB).toFixed()} MiB`);
  assert(bytes <= 15 * MiB + 96 * MiB, "the service reads no more than it has to");
  await nothingIsLeft(service);
};

/** A chunk of a body without a declared length. */
const chunkOf = (bytes: Buffer): Buffer =>
  Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from("\r\n")]);

/** A form up to the first bytes of its file. */
const fileStart = formBytes([levelPart("0"), filePart("\x89PNG")]).subarray(0, 230);

test("IMG-7: who declares a body without end is told, and then cut off", bounded, (t) =>
  endless(t, ["Content-Length: 1000000000000"], fileStart, Buffer.alloc(MiB)),
);

test("IMG-7: who sends chunks without end is told, and then cut off", bounded, async (t) => {
  await endless(t, ["Transfer-Encoding: chunked"], chunkOf(fileStart), chunkOf(Buffer.alloc(MiB)));
});

test("IMG-7: what comes before and behind the parts counts as well", bounded, async (t) => {
  const form = formBytes([levelPart("0"), filePart(pngOf(100))]);
  for (const start of [Buffer.from("a preamble\r\n"), form])
    await endless(t, ["Transfer-Encoding: chunked"], chunkOf(start), chunkOf(Buffer.alloc(MiB)));
});

/** Runs curl, and returns what it wrote. */
const curl = async (args: readonly string[]): Promise<string> => {
  const child = spawn("curl", ["--silent", "--show-error", "--max-time", "20", ...args], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(child, "close");
  const out = text(child.stdout);
  await ended;
  return out;
};

test(
  "IMG-1, IMG-7: curl uploads, and gets its 413 with and without waiting for leave to send",
  bounded,
  async (t) => {
    if (!mayUse(t, "curl")) return;
    const service = await startTestService(t);
    const folder = await temporaryFolder(t);
    const [small, large] = [join(folder, "small.PNG"), join(folder, "large.png")];
    await writeFile(small, pngOf(5000, 9));
    await writeFile(large, pngOf(20 * MiB));
    const uploading = (file: string): string[] => [
      "--write-out",
      "\n%{http_code}",
      "--header",
      `Authorization: Bearer ${service.admin}`,
      "--form",
      `file=@${file}`,
      "--form",
      "level=0",
      `${service.url}/api/floorplan/background`,
    ];
    for (const more of [[], ["--header", "Expect:"], ["--header", "Transfer-Encoding: chunked"]]) {
      const refused = await curl([...more, ...uploading(large)]);
      assert.match(refused, /^\{"message":"[^"]*image-bytes[^"]*"\}\n\n413$/);
      assert.deepEqual(await incomingFiles(service), []);
      const accepted = await curl([...more, ...uploading(small)]);
      assert.match(accepted, /^\{"url":"[^"]*bg_0\.png\?v=\d+"\}\n\n200$/);
      assert.deepEqual(await bytesAt(service, "/local/floorplan/bg_0.png"), pngOf(5000, 9));
    }
  },
);

test("IMG-7: an old image stays where the new one is too large", bounded, async (t) => {
  const service = await startTestService(t, { config: { imageBytes: limit } });
  const url = await upload(service, "0", pngOf(100, 4), "a.png");
  assert.equal((await post(service, formOf("0", pngOf(limit + 1), "b.png"))).status, 413);
  assert.deepEqual(await bytesAt(service, url), pngOf(100, 4));
});
