import type { IncomingMessage } from "node:http";
import { type Either, left, mapLeft } from "fp-ts/lib/Either.js";
import { parseJson } from "../../plan/raw-json/parse-json.ts";
import { Refusal } from "./refusal.ts";

/** What a body that anybody may send can take. */
export interface BodyLimits {
  readonly authBytes: number;
  /** Milliseconds. */
  readonly authTimeoutMs: number;
}

/** Reads a body that is small JSON. The left has the status: 400, 408 or 413. */
export const readSmallJson = (
  request: IncomingMessage,
  { authBytes, authTimeoutMs }: BodyLimits,
): Promise<Either<Refusal, unknown>> =>
  new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const end = (result: Either<Refusal, unknown>): void => {
      clearTimeout(timer);
      request.off("data", take);
      resolve(result);
    };
    const timer = setTimeout(
      () => end(left(new Refusal(408, "the body did not come within auth-timeout-ms"))),
      authTimeoutMs,
    );
    const take = (chunk: Buffer): void => {
      bytes += chunk.length;
      chunks.push(chunk);
      if (bytes > authBytes)
        end(left(new Refusal(413, `the body has more than auth-bytes, ${authBytes} bytes`)));
    };
    request
      .on("data", take)
      .once("end", () =>
        end(
          mapLeft((problem: string) => new Refusal(400, `the body is ${problem}`))(
            parseJson(Buffer.concat(chunks)),
          ),
        ),
      )
      .once("close", () => end(left(new Refusal(400, "the body did not come whole"))));
  });
