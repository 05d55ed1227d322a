import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { bounded } from "../support/timeouts.ts";
import { startTestService, type TestService } from "../support/service.ts";
import { bytesAt, imageFiles, incomingFiles, upload } from "./image-requests.ts";
import { pngOf } from "./pictures.ts";
import {
  boundary,
  filePart,
  formBytes,
  levelPart,
  type Part,
  type RawAnswer,
  rawUpload,
} from "./raw-http.ts";

const png = pngOf(300, 1);
const good = formBytes([levelPart("0"), filePart(png)]);

const messageOf = (answer: RawAnswer): string => {
  const body: unknown = JSON.parse(answer.body);
  assert(typeof body === "object" && body !== null && "message" in body);
  assert(typeof body.message === "string" && body.message.length > 0);
  return body.message;
};

/** Sends a body that must be refused as a bad request, and checks that nothing is left of it. */
const refused = async (
  t: TestContext,
  service: TestService,
  body: Uint8Array,
  what: string,
  type?: string,
): Promise<string> => {
  const answer = await rawUpload(t, service, body, type);
  assert.equal(answer?.status, 400, `${what} is answered with 400`);
  assert.deepEqual(await imageFiles(service), [], `${what} leaves no image`);
  assert.deepEqual(await incomingFiles(service), [], `${what} leaves no received file`);
  return messageOf(answer);
};

test(
  "IMG-8, IMG-9: a form that is cut off anywhere is refused, and leaves no file behind",
  bounded,
  async (t) => {
    const service = await startTestService(t);
    const end = good.length - "\r\n".length;
    const cuts = [0, 1, 20, 60, 120, 180, 260, 400];
    for (let cut = end - boundary.length - 20; cut < end; cut += 1) cuts.push(cut);
    for (const cut of cuts)
      await refused(t, service, good.subarray(0, cut), `a form cut off at ${cut}`);
  },
);

test(
  "IMG-8, IMG-9: a body that is no form is refused, whatever its type claims",
  bounded,
  async (t) => {
    const service = await startTestService(t);
    const types = [
      "text/plain",
      "application/json",
      "application/x-www-form-urlencoded",
      "application/octet-stream",
      `multipart/mixed; boundary=${boundary}`,
      "multipart/form-data",
      "multipart/form-data; boundary=",
      'multipart/form-data; boundary=""',
      "multipart/form-data; boundary=another",
      "multipart/form-data; boundary=json",
      "multipart/form-data; boundary=octet-stream",
      "multipart/form-data; boundary=urlencoded",
    ];
    for (const type of types) await refused(t, service, good, type, type);
    for (const [what, body] of Object.entries({
      "no body": "",
      "a line": "level=0",
      "a boundary alone": `--${boundary}`,
      "a form without parts": `--${boundary}--\r\n`,
      "line feeds alone": good.toString("latin1").replaceAll("\r\n", "\n"),
      zeros: "\0".repeat(5000),
    }))
      await refused(t, service, Buffer.from(body, "latin1"), what);
  },
);

const partsThatAreRefused: Readonly<Record<string, readonly Part[]>> = {
  "a second file": [levelPart("0"), filePart(png), filePart(png)],
  "a second file of another name": [
    levelPart("0"),
    filePart(png),
    { head: ['Content-Disposition: form-data; name="other"; filename="b.png"'], content: png },
  ],
  "a file in another field": [
    levelPart("0"),
    { head: ['Content-Disposition: form-data; name="picture"; filename="b.png"'], content: png },
  ],
  "a file without a name": [
    levelPart("0"),
    { head: ['Content-Disposition: form-data; name="file"'], content: png },
  ],
  "an empty file": [levelPart("0"), filePart("")],
  "10,000 parts": Array.from({ length: 10_000 }, () => levelPart("0")),
  "a part without headers": [{ head: [], content: "x" }, levelPart("0"), filePart(png)],
  "a part header that is none": [{ head: ["nonsense"], content: "x" }, filePart(png)],
  "a part header of 100 kB": [
    { head: [`Content-Disposition: form-data; name="${"n".repeat(100_000)}"`], content: "x" },
    levelPart("0"),
    filePart(png),
  ],
  "a file's name of 100 kB": [levelPart("0"), filePart(png, `${"n".repeat(100_000)}.png`)],
  "a field of 100 kB": [levelPart("0".repeat(100_000)), filePart(png)],
  "a level twice": [levelPart("0"), filePart(png), levelPart("0")],
  "a form within the form": [
    levelPart("0"),
    {
      head: [
        'Content-Disposition: form-data; name="file"; filename="a.png"',
        "Content-Type: multipart/mixed; boundary=inner",
      ],
      content: "--inner\r\n\r\n\x89PNG\r\n\x1a\n\r\n--inner--",
    },
  ],
};

for (const [what, parts] of Object.entries(partsThatAreRefused))
  test(`IMG-5, IMG-8, IMG-9: ${what} is refused, and leaves no file behind`, bounded, async (t) => {
    const service = await startTestService(t);
    await refused(t, service, formBytes(parts), what);
  });

test("IMG-8: no transfer encoding of a part brings the service down", bounded, async (t) => {
  const service = await startTestService(t);
  for (const encoding of [
    "7bit",
    "8bit",
    "binary",
    "base64",
    "quoted-printable",
    "x-odd",
    "UTF-8",
  ]) {
    const line = `Content-Transfer-Encoding: ${encoding}`;
    const level = levelPart("0");
    const file = filePart(png);
    for (const parts of [
      [{ ...level, head: [...level.head, line] }, file],
      [level, { ...file, head: [...file.head, line] }],
    ]) {
      const answer = await rawUpload(t, service, formBytes(parts));
      assert.match(String(answer?.status), /^(200|400)$/, encoding);
      assert.deepEqual(await incomingFiles(service), []);
    }
  }
  const url = await upload(service, "0", png, "a.png");
  assert.deepEqual(await bytesAt(service, url), png);
});

test(
  "IMG-9: a hundred thousand file names in one part header do not keep the service busy",
  bounded,
  async (t) => {
    const service = await startTestService(t, { config: { uploadMs: 3_600_000 } });
    const names = 'filename="x"x '.repeat(100_000);
    const head = [`Content-Disposition: form-data; name="file"; ${names}`];
    await refused(t, service, formBytes([{ head, content: "x" }]), "a header of file names");
  },
);
