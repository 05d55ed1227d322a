import assert from "node:assert/strict";
import { test } from "node:test";
import { EventLoopTurns } from "../../../src/server/runtime/event-loop-turns.ts";
import { MultipartReader } from "../../../src/server/http/multipart.ts";

const boundary = "----boundary";

/** What a reader makes of a form that comes in pieces of a length. */
const read = async (form: Buffer, length: number): Promise<readonly (readonly string[])[]> => {
  const parts: string[][] = [];
  let content: Buffer[] = [];
  const reader = new MultipartReader(
    boundary,
    {
      begin: ({ name, fileName }) => void parts.push([name, fileName ?? "no file"]),
      content: async (bytes) => void content.push(Buffer.from(bytes)),
      end: async () => {
        parts.at(-1)?.push(Buffer.concat(content).toString("latin1"));
        content = [];
      },
    },
    new EventLoopTurns(),
  );
  for (let at = 0; at < form.length; at += length)
    await reader.write(form.subarray(at, at + length));
  reader.finish();
  return parts;
};

/** Contents that begin like a boundary, each once in the middle and once at the end. */
const lookalikes = [
  "",
  "\r",
  "\r\n",
  "\r\r\n--",
  `\r\n--${boundary.slice(0, -1)}`,
  `--${boundary}`,
].flatMap((text) => [text, `a${text}b`, `${text}${text}`]);

test("IMG-26: a form is the same in pieces of any length, also where its parts look like boundaries", async () => {
  const form = Buffer.from(
    `${lookalikes
      .map(
        (content, at) =>
          `\r\n--${boundary}\r\nContent-Disposition: form-data; name="${at}"; filename="é"\r\nX-More:y\r\n\r\n${content}`,
      )
      .join("")
      .slice(2)}\r\n--${boundary}--\r\nan epilogue`,
  );
  const expected = lookalikes.map((content, at) => [String(at), "é", content]);
  for (let length = 1; length <= 200; length += 1)
    assert.deepEqual(await read(form, length), expected, `pieces of ${length}`);
  assert.deepEqual(await read(form, form.length), expected);
});

test("IMG-26: of a file that is all beginnings of boundaries nothing is held or cut up", async () => {
  const chunk = Buffer.alloc(65_536, "\r");
  const pieces: number[] = [];
  const reader = new MultipartReader(
    boundary,
    {
      begin: () => undefined,
      content: async (bytes) => void pieces.push(bytes.length),
      end: async () => undefined,
    },
    new EventLoopTurns(),
  );
  const head = 'Content-Disposition: form-data; name="file"; filename="a"\r\n\r\n';
  await reader.write(Buffer.from(`--${boundary}\r\n${head}`));
  for (let count = 0; count < 10; count += 1) await reader.write(chunk);
  await reader.write(Buffer.from(`\r\n--${boundary}--`));
  reader.finish();
  assert.equal(
    pieces.reduce((sum, length) => sum + length, 0),
    10 * chunk.length,
  );
  assert(pieces.length <= 21, `${pieces.length} pieces`);
});
