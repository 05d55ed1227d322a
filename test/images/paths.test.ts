import assert from "node:assert/strict";
import { mkdir, readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { bounded } from "../support/timeouts.ts";
import { Peer } from "../support/peer.ts";
import { startTestService, type TestService } from "../support/service.ts";
import { imageFiles, remove, upload, versionOf } from "./image-requests.ts";
import { pngOf, svgOf } from "./pictures.ts";
import { type RawAnswer, RawHttp } from "./raw-http.ts";

/** Asks for a target exactly as it is written. */
const ask = async (
  t: TestContext,
  port: number,
  target: string,
): Promise<RawAnswer | undefined> => {
  const client = new RawHttp(t, port);
  await client.send(
    Buffer.from(`GET ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`, "latin1"),
  );
  await client.closed;
  const answer = await client.answer();
  client.socket.destroy();
  return answer;
};

const folderOf = ({ data }: TestService): string => join(data, "www", "floorplan");

/** Spellings that lead, or seem to lead, from the folder of the images to a file outside or beside them. */
const spellings = (file: string): string[] => [
  ...["../", "..%2f", "%2e%2e/", "%2e%2e%2f", "%2E%2E%5C", "..\\", "..%5c", "....//", "..;/"].map(
    (up) => `/local/floorplan/${up.repeat(2)}${file}`,
  ),
  ...["..%252f", "%252e%252e/", "%c0%ae%c0%ae/", "..%c0%af", "..%00/", "./../", "x/../../"].map(
    (up) => `/local/floorplan/${up.repeat(2)}${file}`,
  ),
  `/local/floorplan/bg_0.png/../../../${file}`,
  `/local/floorplan/bg_0.png%00/../../../${file}`,
  `/local/../${file}`,
  `/local/${file}`,
  `/${file}`,
  `//${file}`,
  `/local/floorplan//${file}`,
  `/local/floorplan/%2f${file}`,
  `\\local\\floorplan\\..\\..\\${file}`,
  `http://a/local/floorplan/../../${file}`,
  `http://a/local/floorplan/..%2f..%2f${file}`,
  `file:///local/floorplan/${file}`,
  `/local/floorplan/?v=../../${file}`,
  `/local/floorplan/bg_0.png/${file}`,
];

test("IMG-19: no spelling leads out of the folder", bounded, async (t) => {
  const service = await startTestService(t);
  await upload(service, "0", pngOf(100), "a.png");
  const secret = "what-nobody-may-read";
  await writeFile(join(service.data, "users.png"), secret);
  await writeFile(join(service.data, "www", "users.png"), secret);
  await writeFile(join(folderOf(service), "users.png"), secret);
  for (const file of ["users.png", "users.json", "lock", "log", "www/users.png"])
    for (const target of [...spellings(file), ...spellings(file).map((each) => `${each}?v=1`)]) {
      const answer = await ask(t, service.port, target);
      assert.match(String(answer?.status), /^40[04]$/, target);
      assert(!answer?.body.includes(secret) && !answer?.body.includes("hash"), target);
    }
});

test("IMG-19: an address in the request line changes nothing", bounded, async (t) => {
  const service = await startTestService(t);
  await upload(service, "0", pngOf(100), "a.png");
  const answer = await ask(t, service.port, "http://other.test/local/floorplan/bg_0.png");
  assert.equal(answer?.status, 200);
  assert.equal(answer.body.length, 100);
});

/** What may be asked for below the folder without being an image, though some of it is there. */
const noImages = [
  "",
  ".",
  "./",
  "%2e",
  "notes.txt",
  ".hidden.png",
  "index.html",
  "bg_x.txt",
  "bg_.png",
  "bg_x.PNG",
  "bg_folder.png",
  "bg_folder.png/",
  "bg_0.png/",
  "bg_0.png%00",
  "bg_0.png%00.png",
  "%62g_0.png",
  "bg_0%2epng",
  "bg_0.png%20",
  "bg_0.png;x",
  "bg_0.png.",
  "BG_0.png",
  "bg_0.pn",
  "constructor",
  "__proto__",
];

test(
  "IMG-19: nothing in the folder is served but an image under its own name",
  bounded,
  async (t) => {
    const service = await startTestService(t);
    const version = versionOf(await upload(service, "0", pngOf(100), "a.png"));
    const folder = folderOf(service);
    await mkdir(join(folder, "bg_folder.png"));
    for (const file of [
      "notes.txt",
      ".hidden.png",
      "index.html",
      "bg_x.txt",
      "bg_.png",
      "bg_x.PNG",
    ])
      await writeFile(join(folder, file), "content");
    for (const name of [...noImages, `bg_0.${version}.png`, `bg_0.${version}.png?v=${version}`]) {
      const target = `/local/floorplan/${name}`;
      const answer = await ask(t, service.port, target);
      assert.equal(answer?.status, 404, target);
      assert.match(answer.body, /^\{"message":"[^"]+"\}\n$/, target);
    }
    assert.equal((await ask(t, service.port, "/local/floorplan"))?.status, 404);
  },
);

test("IMG-19: a link is not followed, by its plain name or by a version", bounded, async (t) => {
  const service = await startTestService(t);
  const target = join(service.data, "secret.png");
  await writeFile(target, "secret");
  for (const name of ["bg_link.png", "bg_link.123.png", "bg_up.png"])
    await symlink(
      name === "bg_up.png" ? "../../secret.png" : target,
      join(folderOf(service), name),
    );
  for (const path of ["bg_link.png", "bg_link.png?v=123", "bg_up.png"]) {
    const answer = await ask(t, service.port, `/local/floorplan/${path}`);
    assert.equal(answer?.status, 404, path);
  }
});

test("IMG-19: other methods than GET and HEAD are not for images", bounded, async (t) => {
  const service = await startTestService(t);
  await upload(service, "0", pngOf(100), "a.png");
  for (const method of ["PUT", "POST", "DELETE", "PATCH", "OPTIONS"]) {
    const response = await fetch(`${service.url}/local/floorplan/bg_0.png`, { method });
    assert.equal(response.status, 405, method);
    assert.match(response.headers.get("allow") ?? "", /GET/);
  }
});

const foreign = [
  "notes.txt",
  "bg_0.gif",
  "bg_0.png.bak",
  "bg_0.123.png~",
  "bg_0.1.2.png",
  "BG_0.png",
  "bg_0.0123.png",
  "bg_0.-1.png",
  "bg_0.1e3.png",
  "bg_0..png",
  "bg_.1.png",
  "bg_a b.1.png",
  ".bg_0.1.png",
  "bg_0.png ",
  "bg_0.PNG",
  "xbg_0.1.png",
  `bg_${"a".repeat(65)}.1.png`,
];

test(
  "IMG-20: names that are no image's are never touched, by any upload, deletion or start",
  bounded,
  async (t) => {
    const first = await startTestService(t);
    const folder = folderOf(first);
    for (const file of foreign) await writeFile(join(folder, file), file);
    await mkdir(join(folder, "bg_0.d"));
    await first.stop();
    const second = await startTestService(t, { again: first, config: { imageUnusedMs: 0 } });
    const peer = await Peer.login(t, second.port, second.admin);
    for (const [image, name] of [
      [pngOf(100), "a.png"],
      [svgOf("x"), "a.svg"],
      [pngOf(200), "a.png"],
    ] as const) {
      await upload(second, "0", image, name);
      await peer.save({ rooms: [] });
    }
    await remove(second, "level=0");
    await second.stop();
    const left = await readdir(folder);
    assert.deepEqual(left.toSorted(), [...foreign, "bg_0.d"].toSorted());
    for (const file of foreign) assert.equal(await readFile(join(folder, file), "utf8"), file);
    assert.deepEqual(await imageFiles(second), left);
  },
);
