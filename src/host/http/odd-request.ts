import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import { Refusal } from "./refusal.ts";

/** Why what came is no request that can be answered, by the code of Node.js's parser; its status is the one that fits (RFC 9110, 15.5; RFC 6585, 5). */
export const parseProblem = (code = ""): readonly [status: number, message: string] =>
  code === "HPE_HEADER_OVERFLOW"
    ? [431, "the request's head is too long"]
    : [400, "the request is no valid HTTP"];

/** Why a request that was understood is not answered, whatever it asks for. */
export const oddity = ({ headers, httpVersion }: IncomingMessage): Refusal | undefined => {
  if (httpVersion === "1.1" && headers.host === undefined)
    return new Refusal(400, "a request of HTTP/1.1 must name its Host");
  return headers.expect === undefined || headers.expect.toLowerCase() === "100-continue"
    ? undefined
    : new Refusal(417, "the only expectation that is met is 100-continue");
};

/**
 * Has Node.js hand out no more requests of what it has read already, which can
 * be thousands: it does so even after the connection is destroyed. The parser
 * is found where Node.js itself keeps it; where it is none, this changes nothing.
 */
export const stopParsing = (socket: Socket): void => {
  if (!("parser" in socket)) return;
  const { parser } = socket;
  // To Node.js's parser 2 says that what follows is no HTTP.
  if (typeof parser === "object" && parser !== null && "onIncoming" in parser)
    parser.onIncoming = () => 2;
};
