import { randomUUID } from "node:crypto";
import type { ClientRequest, IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { basename } from "node:path";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import { messageOf } from "../../wal/index.ts";
import { anyObject } from "../model/codec.ts";
import { firstToAnswer } from "../client/first-to-answer.ts";
import { serviceOf } from "./client.ts";
import {
  clientOptions,
  type ExitCode,
  fail,
  type Input,
  settingOf,
  type CliCommand,
} from "./cli-command.ts";
import { progressBar } from "./terminal.ts";

/** Milliseconds to wait for "100 Continue" before sending the file anyway. */
const continueMs = 1000;

/** Milliseconds to wait for one of several nodes. */
const answerMs = 5000;

type Body = Readonly<Record<string, unknown>>;

const isThere = async (url: string): Promise<void> => {
  const response = await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(answerMs) });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`${url} answers with ${response.status}`);
};

/** The address to use: the first of several that answers. */
const answering = async (urls: readonly string[]): Promise<string> => {
  const [only = ""] = urls;
  if (urls.length === 1) return only;
  const how = { open: isThere, close: () => undefined, isFinal: () => false };
  return (await firstToAnswer(urls, how)).address;
};

const readBody = async (response: IncomingMessage): Promise<Body> => {
  const answer = await text(response);
  const isJson = response.headers["content-type"]?.startsWith("application/json") === true;
  const body: unknown = isJson ? JSON.parse(answer) : { message: answer };
  return anyObject.is(body) ? body : {};
};

/** Sends a request to the image endpoint. A refusal is printed; the left is the exit code. */
const atEndpoint = async (
  input: Input,
  query: string,
  method: string,
  headers: Readonly<Record<string, string | number>>,
  send: (request: ClientRequest) => void,
): Promise<Either<ExitCode, Body>> => {
  const service = serviceOf(input);
  if (isLeft(service)) return left(fail(input, service.left, 2));
  const { urls, token } = service.right;
  try {
    const url = await answering(urls);
    // Loaded lazily, as in `withClient`.
    const http = await (url.startsWith("https:") ? import("node:https") : import("node:http"));
    const request = http.request(`${url}/api/${settingOf(input, "domain")}/background${query}`, {
      method,
      headers: { ...headers, Authorization: `Bearer ${token}` },
    });
    const answered = new Promise<IncomingMessage>((resolve, reject) => {
      request.once("response", resolve).once("error", reject);
    });
    send(request);
    const response = await answered;
    const body = await readBody(response);
    if (response.statusCode === 200) return right(body);
    return left(fail(input, `${response.statusCode}: ${String(body["message"])}`));
  } catch (error) {
    return left(fail(input, `no answer from ${urls.join(" or ")}: ${messageOf(error)}`));
  }
};

/** The bytes of a form before and after its file. */
const formAround = (boundary: string, level: string, name: string) => ({
  head: Buffer.from(
    `--${boundary}\r\nContent-Disposition: form-data; name="level"\r\n\r\n${level}\r\n` +
      `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${encodeURIComponent(name)}"\r\n` +
      "Content-Type: application/octet-stream\r\n\r\n",
  ),
  tail: Buffer.from(`\r\n--${boundary}--\r\n`),
});

/** An image to upload. */
interface SentImage {
  readonly name: string;
  readonly size: number;
  readonly content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

/** Uploads a floor's tracing image. The right is its URL; a refusal is printed, and the left is the exit code. */
export const uploadImage = async (
  input: Input,
  level: string,
  { name, size, content }: SentImage,
): Promise<Either<ExitCode, string>> => {
  const boundary = randomUUID();
  const { head, tail } = formAround(boundary, level, name);
  const headers = {
    "Content-Type": `multipart/form-data; boundary=${boundary}`,
    "Content-Length": head.length + size + tail.length,
    Expect: "100-continue",
  };
  const form = async function* (): AsyncGenerator<Uint8Array> {
    yield head;
    yield* content;
    yield tail;
  };
  const body = await atEndpoint(input, "", "POST", headers, (request) => {
    const send = (): void => {
      clearTimeout(patience);
      // A failure on the way ends the request, which reports it.
      pipeline(form, request.off("continue", send)).catch(() => undefined);
    };
    // A refusal comes before anything is sent; a proxy may not pass "Expect" on.
    const patience = setTimeout(send, continueMs);
    request.once("continue", send).once("response", () => clearTimeout(patience));
    request.once("close", () => clearTimeout(patience)).flushHeaders();
  });
  return isLeft(body) ? body : right(String(body.right["url"]));
};

/** Removes a floor's tracing image. A refusal is printed, and the left is the exit code. */
const deleteImage = (input: Input, level: string): Promise<Either<ExitCode, unknown>> =>
  atEndpoint(input, `?level=${encodeURIComponent(level)}`, "DELETE", {}, (request) =>
    request.end(),
  );

const put = async (input: Input): Promise<ExitCode> => {
  const [level = "", file = ""] = input.args;
  let size: number;
  try {
    ({ size } = await stat(file));
  } catch (error) {
    return fail(input, `${file} cannot be read: ${messageOf(error)}`);
  }
  const bar = progressBar(size);
  const content = async function* (): AsyncGenerator<Buffer> {
    let sent = 0;
    for await (const chunk of createReadStream(file)) {
      bar.update((sent += chunk.length));
      yield chunk;
    }
  };
  const url = await uploadImage(input, level, { name: basename(file), size, content: content() });
  bar.end();
  if (isLeft(url)) return url.left;
  input.out(url.right);
  return 0;
};

export const backgroundPut: CliCommand = {
  words: "background put",
  args: "LEVEL FILE",
  summary: "uploads the tracing image of a floor and prints its URL",
  details:
    "LEVEL is the floor's id, FILE a png, jpg, jpeg, webp or svg. Put the URL into\nbackgrounds.LEVEL.url of the plan, and save it.",
  options: clientOptions,
  run: put,
};

export const backgroundDelete: CliCommand = {
  words: "background delete",
  args: "LEVEL",
  summary: "removes the tracing image of a floor; plans in the history keep theirs",
  options: clientOptions,
  run: async (input) => {
    const done = await deleteImage(input, input.args[0] ?? "");
    return isLeft(done) ? done.left : 0;
  },
};
