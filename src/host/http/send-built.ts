import type { IncomingMessage, ServerResponse } from "node:http";
import { extname } from "node:path";
import { problemBehind } from "./refusal.ts";
import { respondJson } from "../../server/http/routes.ts";

/** What a build has made for browsers. */
export interface BuiltFiles {
  /** The folder: `index.html`, `assets/` with names that change with the content, and the modules. */
  readonly folder: string;
  /** Names of modules that pages of other origins import, always under the same address. */
  readonly modules: readonly string[];
  /** Whether whoever asks shows the page within one of the same origin, as Home Assistant does with ingress. */
  readonly isFramed: (request: IncomingMessage) => boolean;
  /** Addresses at which the same service is reached. */
  readonly nodes: readonly string[];
}

/** A page loads scripts and styles from here alone (and has those that are in it and in `inline`, by their hashes), images from here and the service's other nodes, talks to nobody else, and stands in no other page but those in `ancestors`. */
const pagePolicy = (
  ancestors: "'none'" | "'self'",
  nodes: readonly string[],
  inline: readonly string[],
): string => {
  const origins = [...new Set(nodes.map((each) => new URL(each).origin))];
  const images = origins.map((each) => ` ${each}`).join("");
  // To a browser, `http:` does not name the websockets there.
  const sockets = origins.map((each) => ` ${each.replace(/^http/, "ws")}`).join("");
  return [
    "default-src 'none'",
    ["script-src 'self'", ...inline.map((hash) => `'${hash}'`)].join(" "),
    "style-src 'self'",
    "manifest-src 'self'",
    `img-src 'self' data: blob:${images}`,
    `connect-src 'self'${images}${sockets}`,
    `frame-ancestors ${ancestors}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
};

const mediaTypes: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".webmanifest": "application/manifest+json",
  ".map": "application/json; charset=utf-8",
};

/** The encodings that the build has made, the smaller one first, and how their files end. */
const encodings = [
  ["br", ".br"],
  ["gzip", ".gz"],
] as const;

/** Whether whoever asks takes an encoding. */
export const accepts = (request: IncomingMessage, encoding: string): boolean =>
  (request.headers["accept-encoding"] ?? "").split(",").some((each) => {
    const [name = "", ...parameters] = each.split(";").map((part) => part.trim().toLowerCase());
    return name === encoding && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
  });

type SendError = Error & { readonly status?: number };

/** Sends one file; false, with nothing sent, where there is none. */
const sendFile = async (
  request: IncomingMessage,
  response: ServerResponse,
  root: string,
  file: string,
): Promise<boolean> => {
  // Loaded when it is wanted: its table of media types takes longer than the rest of the server.
  const { default: send } = await import("send");
  const error = await new Promise<SendError | undefined>((resolve) => {
    response.once("close", () => resolve(undefined));
    if (response.destroyed) return resolve(undefined);
    send(request, file, { root, index: false, cacheControl: false })
      .on("error", resolve)
      .pipe(response);
  });
  if (error === undefined) return true;
  if (error.status === 404) return false;
  response.removeHeader("Content-Encoding");
  const { status, message } = problemBehind(error, "the file cannot be served", error.status);
  respondJson(response, status, { message });
  return true;
};

/** Sends a file with its policy, compressed where the build has made that and the client takes it; false where there is none. */
export const sendSmallest = async (
  request: IncomingMessage,
  response: ServerResponse,
  { folder, isFramed, nodes }: BuiltFiles,
  file: string,
  inline: readonly string[] = [],
): Promise<boolean> => {
  response.setHeader("Content-Type", mediaTypes[extname(file)] ?? "application/octet-stream");
  response.setHeader("X-Content-Type-Options", "nosniff");
  response.setHeader("Referrer-Policy", "no-referrer");
  response.setHeader(
    "Content-Security-Policy",
    pagePolicy(isFramed(request) ? "'self'" : "'none'", nodes, inline),
  );
  response.appendHeader("Vary", "Accept-Encoding");
  for (const [encoding, ending] of encodings) {
    if (!accepts(request, encoding)) continue;
    response.setHeader("Content-Encoding", encoding);
    if (await sendFile(request, response, folder, `${file}${ending}`)) return true;
  }
  response.removeHeader("Content-Encoding");
  return sendFile(request, response, folder, file);
};
