import type { IncomingMessage, ServerResponse } from "node:http";
import type { Operation } from "../../host/http/operation.ts";

/** Answers a request; `url` is the parsed target. */
export type Handler = (
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
) => void | Promise<void>;

/** One HTTP resource, or all below a path that ends with a slash, other than `/` itself: what each of its methods does. */
export interface Route {
  readonly path: string;
  readonly methods: Readonly<Record<string, Handler>>;
  /** What clients are told of each of its methods. */
  readonly about: Readonly<Record<string, Operation>>;
}

/** Ends a response with a JSON body. */
export const respondJson = (
  response: ServerResponse,
  status: number,
  body: Readonly<Record<string, unknown>>,
): void => {
  const bytes = Buffer.from(`${JSON.stringify(body)}\n`);
  response
    .writeHead(status, {
      "Content-Type": "application/json; charset=utf-8",
      "Content-Length": bytes.length,
      "Cache-Control": "no-store",
      "X-Content-Type-Options": "nosniff",
    })
    .end(bytes);
};
