import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { type ImageDisk, nodeImageDisk } from "../../src/images/image-store.ts";
import { bounded } from "../support/timeouts.ts";
import { startTestService, type TestService } from "../support/service.ts";
import { formOf, imageFiles, incomingFiles, post, upload } from "./image-requests.ts";
import { pngOf } from "./pictures.ts";
import { filePart, formBytes, levelPart, RawHttp, uploadHead } from "./raw-http.ts";

const form = formBytes([levelPart("0"), filePart(pngOf(200_000, 2))]);
const head = (service: TestService): string =>
  uploadHead(service.admin, [`Content-Length: ${form.length}`]);

/** Whether a file is one that is received, and none by which a start looks whether images can be stored. */
const isUpload = (path: string): boolean => !path.endsWith(".tmp");

/** A disk that tells when a file was made and when one was removed. */
const watchedDisk = () => {
  let onOpen: () => void = () => undefined;
  let onRemove: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => (onOpen = resolve));
  const removed = new Promise<void>((resolve) => (onRemove = resolve));
  const imageDisk: ImageDisk = {
    ...nodeImageDisk,
    open: async (path, mode) => {
      const file = await nodeImageDisk.open(path, mode);
      if (isUpload(path)) onOpen();
      return file;
    },
    remove: async (path) => {
      await nodeImageDisk.remove(path);
      if (isUpload(path)) onRemove();
    },
  };
  return { imageDisk, opened, removed };
};

const nothingIsLeft = async (service: TestService): Promise<void> =>
  assert.deepEqual([await imageFiles(service), await incomingFiles(service)], [[], []]);

const pieces: Readonly<Record<string, readonly [Buffer, Buffer]>> = {
  nothing: [Buffer.alloc(0), form],
  "a part's header": [form.subarray(0, 60), form.subarray(60)],
  "the level": [form.subarray(0, 105), form.subarray(105)],
  "half of the file": [form.subarray(0, 100_000), form.subarray(100_000)],
  "all but the last boundary": [form.subarray(0, -10), form.subarray(-10)],
};

for (const [what, [sent, rest]] of Object.entries(pieces)) {
  test(
    `IMG-8, IMG-9: a body that stops after ${what} is answered with 408, and what comes then is not kept`,
    bounded,
    async (t) => {
      const service = await startTestService(t, { config: { uploadMs: 100 } });
      const client = new RawHttp(t, service.port);
      await client.send(head(service));
      await client.send(sent);
      const answer = await client.answer();
      assert.equal(answer?.status, 408);
      assert.match(answer.body, /upload-ms.*100/);
      await nothingIsLeft(service);
      await client.send(rest);
      // The same connection answers the next request when it has read all of the late body.
      await client.send("GET /local/floorplan/bg_0.png HTTP/1.1\r\nHost: localhost\r\n\r\n");
      while (!client.received.includes("404 Not Found"))
        await new Promise((resolve) => client.socket.once("data", resolve));
      client.socket.destroy();
      await nothingIsLeft(service);
    },
  );
}

test(
  "IMG-8: a body that comes byte by byte is answered with 408 all the same",
  bounded,
  async (t) => {
    const service = await startTestService(t, { config: { uploadMs: 300 } });
    const client = new RawHttp(t, service.port);
    await client.send(head(service));
    const answered = new AbortController();
    const answer = client.answer().finally(() => answered.abort());
    for (let at = 0; !answered.signal.aborted; at += 1) {
      await client.send(form.subarray(at, at + 1));
      await new Promise((resolve) => setImmediate(resolve));
    }
    assert.equal((await answer)?.status, 408);
    client.socket.destroy();
    await nothingIsLeft(service);
  },
);

/** Uploads again and again until the only place is free. */
const untilAccepted = async (service: TestService): Promise<void> => {
  for (;;) {
    const answer = await post(service, formOf("0", pngOf(50), "a.png"));
    if (answer.status === 200) return;
    assert.equal(answer.status, 503);
  }
};

const leave: Readonly<Record<string, (client: RawHttp) => void>> = {
  "closes its connection": (client) => void client.socket.destroy(),
  "resets its connection": (client) => void client.socket.resetAndDestroy(),
  "stops sending for good": (client) => void client.socket.end(),
};

for (const [what, go] of Object.entries(leave))
  test(
    `IMG-8, IMG-9: of a sender who ${what} in the middle of the file nothing is left`,
    bounded,
    async (t) => {
      const { imageDisk, opened, removed } = watchedDisk();
      const service = await startTestService(t, { imageDisk, config: { uploads: 1 } });
      const client = new RawHttp(t, service.port);
      await client.send(head(service));
      await client.send(form.subarray(0, 100_000));
      await opened;
      go(client);
      await removed;
      await nothingIsLeft(service);
      if (what.startsWith("stops")) assert.equal((await client.answer())?.status, 400);
      client.socket.destroy();
      await untilAccepted(service);
    },
  );

/** Starts an upload and leaves it in the middle. */
const half = async (t: TestContext, service: TestService): Promise<RawHttp> => {
  const client = new RawHttp(t, service.port);
  await client.send(head(service));
  await client.send(form.subarray(0, 100_000));
  return client;
};

test(
  "IMG-8, IMG-9: one upload more than uploads is answered with 503, and goes through when one is done",
  bounded,
  async (t) => {
    const service = await startTestService(t, { config: { uploads: 3 } });
    const clients = [await half(t, service), await half(t, service), await half(t, service)];
    while ((await incomingFiles(service)).length < 3)
      await new Promise((resolve) => setImmediate(resolve));
    const refused = await post(service, formOf("1", pngOf(50), "a.png"));
    assert.equal(refused.status, 503);
    assert.match(refused.message, /as uploads allows, 3:/);
    for (const client of clients) {
      await client.send(form.subarray(100_000));
      assert.equal((await client.answer())?.status, 200);
      client.socket.destroy();
    }
    await upload(service, "1", pngOf(50), "a.png");
    assert.deepEqual(await incomingFiles(service), []);
  },
);

test(
  "IMG-8: an upload whose sender left before it was looked at gives its place back",
  bounded,
  async (t) => {
    const service = await startTestService(t, {
      config: { uploads: 1, loginDelayMs: 200, uploadMs: 3_600_000 },
    });
    const wrong = await fetch(`${service.url}/api/floorplan/background?level=0`, {
      method: "DELETE",
      headers: { Authorization: "Bearer wrong" },
    });
    assert.equal(wrong.status, 401);
    // Its login waits now, because one of this address failed; it is gone before that is over.
    const client = await half(t, service);
    client.socket.destroy();
    await untilAccepted(service);
  },
);

test(
  "IMG-8, IMG-9: a sender who leaves when all is sent and not all is read gives the place back, and leaves no part of an image",
  bounded,
  async (t) => {
    let begin: () => void = () => undefined;
    let release: () => void = () => undefined;
    const begun = new Promise<void>((resolve) => (begin = resolve));
    const released = new Promise<void>((resolve) => (release = resolve));
    const imageDisk: ImageDisk = {
      ...nodeImageDisk,
      open: async (path, mode) => {
        if (isUpload(path)) {
          begin();
          await released;
        }
        return nodeImageDisk.open(path, mode);
      },
    };
    const service = await startTestService(t, {
      imageDisk,
      config: { uploads: 1, uploadMs: 3_600_000 },
    });
    const image = pngOf(100_000, 2);
    const short = formBytes([levelPart("0"), filePart(image)]);
    const client = new RawHttp(t, service.port);
    await client.send(uploadHead(service.admin, [`Content-Length: ${short.length}`]));
    // Between the request and the file there is room for 16 or 64 KiB, as Node.js has it: some of this waits unread.
    await client.send(short.subarray(0, 90_000));
    await begun;
    await client.send(short.subarray(90_000));
    client.socket.destroy();
    // A connection that begins after that end is answered after it was seen.
    assert.equal((await fetch(`${service.url}/healthz`)).status, 200);
    release();
    const end = performance.now() + bounded.timeout / 2;
    let answer = await post(service, formOf("1", pngOf(50), "a.png"));
    while (answer.status === 503 && performance.now() < end)
      answer = await post(service, formOf("1", pngOf(50), "a.png"));
    assert.equal(answer.status, 200);
    assert.deepEqual(await incomingFiles(service), []);
    // Whoever reads the rest before the end of the connection has got all of it.
    const kept = (await imageFiles(service)).filter((name) => name.startsWith("bg_0"));
    for (const name of kept)
      assert.deepEqual(await readFile(join(service.data, "www", "floorplan", name)), image);
  },
);

test(
  "IMG-10: what an earlier process was receiving is gone after the next start",
  bounded,
  async (t) => {
    const first = await startTestService(t);
    const kept = await upload(first, "0", pngOf(100), "a.png");
    const folder = `${first.data}/www/.incoming`;
    await first.stop();
    const file = await nodeImageDisk.open(`${folder}/left-over`, "create");
    await file.close();
    const second = await startTestService(t, { again: first });
    assert.deepEqual(await readdir(folder), []);
    assert.equal((await fetch(`${second.url}${kept}`)).status, 200);
  },
);
