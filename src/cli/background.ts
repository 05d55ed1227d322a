import { randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import type { ClientRequest, IncomingMessage } from "node:http";
import { basename } from "node:path";
import { text } from "node:stream/consumers";
import { isLeft } from "fp-ts/lib/Either.js";
import { messageOf } from "../../wal/index.ts";
import { settings } from "../config.ts";
import { anyObject } from "../codec/basic.ts";
import { serviceOf } from "./client.ts";
import { clientOptions } from "./options.ts";
import { ProgressBar } from "./progress.ts";
import type { ExitCode, Input, Verb } from "./verb.ts";

/** How long the service is waited for before the file is sent unasked. */
const continueMs = 1000;

interface Reply {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

const readReply = async (request: ClientRequest): Promise<Reply> => {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request.once("response", resolve).once("error", reject);
  });
  const answer = await text(response);
  const isJson = response.headers["content-type"]?.startsWith("application/json") === true;
  const body: unknown = isJson ? JSON.parse(answer) : { message: answer };
  return { status: response.statusCode ?? 0, body: anyObject.is(body) ? body : {} };
};

/** Runs a request at the image endpoint, and prints what the service refused. */
const atEndpoint = async (
  input: Input,
  query: string,
  method: string,
  headers: Readonly<Record<string, string | number>>,
  send: (request: ClientRequest) => void,
): Promise<Reply | ExitCode> => {
  const service = serviceOf(input);
  if (isLeft(service)) {
    input.err(`floorplan: ${service.left}`);
    return 2;
  }
  const { url, token } = service.right;
  const domain = input.option("domain") ?? settings.domain.default;
  try {
    // Loaded when it is wanted, as in `withConnection`.
    const http = await (url.startsWith("https:") ? import("node:https") : import("node:http"));
    const request = http.request(`${url}/api/${domain}/background${query}`, {
      method,
      headers: { ...headers, Authorization: `Bearer ${token}` },
    });
    const reply = readReply(request);
    send(request);
    const { status, body } = await reply;
    if (status === 200) return { status, body };
    input.err(`floorplan: ${status}: ${String(body["message"])}`);
  } catch (error) {
    input.err(`floorplan: no answer from ${url}: ${messageOf(error)}`);
  }
  return 1;
};

/** The bytes of a form in front of its file, and behind it. */
const formAround = (boundary: string, level: string, name: string) => ({
  head: Buffer.from(
    `--${boundary}\r\nContent-Disposition: form-data; name="level"\r\n\r\n${level}\r\n` +
      `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${encodeURIComponent(name)}"\r\n` +
      "Content-Type: application/octet-stream\r\n\r\n",
  ),
  tail: Buffer.from(`\r\n--${boundary}--\r\n`),
});

const put = async (input: Input): Promise<ExitCode> => {
  const [level = "", file = ""] = input.args;
  let size: number;
  try {
    ({ size } = await stat(file));
  } catch (error) {
    input.err(`floorplan: ${file} cannot be read: ${messageOf(error)}`);
    return 1;
  }
  const boundary = randomUUID();
  const { head, tail } = formAround(boundary, level, basename(file));
  const headers = {
    "Content-Type": `multipart/form-data; boundary=${boundary}`,
    "Content-Length": head.length + size + tail.length,
    Expect: "100-continue",
  };
  const bar = new ProgressBar(size);
  const reply = await atEndpoint(input, "", "POST", headers, (request) => {
    const send = (): void => {
      clearTimeout(patience);
      request.off("continue", send).write(head);
      const content = createReadStream(file);
      let sent = 0;
      content.on("data", (chunk) => bar.update((sent += chunk.length)));
      content.on("end", () => request.end(tail)).on("error", (error) => request.destroy(error));
      request.once("close", () => content.destroy());
      content.pipe(request, { end: false });
    };
    // A refusal comes before anything is sent; a proxy may not pass the question on.
    const patience = setTimeout(send, continueMs);
    request.once("continue", send).once("response", () => clearTimeout(patience));
    request.once("close", () => clearTimeout(patience)).flushHeaders();
  });
  bar.end();
  if (typeof reply === "number") return reply;
  input.out(String(reply.body["url"]));
  return 0;
};

/** `background put`: uploads the tracing image of a floor. */
export const backgroundPut: Verb = {
  words: "background put",
  args: "LEVEL FILE",
  minArgs: 2,
  maxArgs: 2,
  summary: "uploads the tracing image of a floor and prints its URL",
  details:
    "LEVEL is the floor's id, FILE a png, jpg, jpeg, webp or svg. Put the URL into\nbackgrounds.LEVEL.url of the plan, and save it.",
  options: clientOptions,
  run: put,
};

/** `background delete`: removes the tracing image of a floor. */
export const backgroundDelete: Verb = {
  words: "background delete",
  args: "LEVEL",
  minArgs: 1,
  maxArgs: 1,
  summary: "removes the tracing image of a floor; plans of the history keep theirs",
  options: clientOptions,
  run: async (input) => {
    const query = `?level=${encodeURIComponent(input.args[0] ?? "")}`;
    const reply = await atEndpoint(input, query, "DELETE", {}, (request) => request.end());
    return typeof reply === "number" ? reply : 0;
  },
};
