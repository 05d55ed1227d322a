import type { IncomingMessage, ServerResponse } from "node:http";
import { extname } from "node:path";
import { problemBehind } from "./refusal.ts";
import { type Handler, respondJson, type Route } from "./route.ts";

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

/** A page loads scripts and styles from here alone, images from here and the service's other nodes, talks to nobody else, and stands in no other page but those in `ancestors`. */
const pagePolicy = (ancestors: "'none'" | "'self'", nodes: readonly string[]): string => {
  const origins = [...new Set(nodes.map((each) => new URL(each).origin))];
  const images = origins.map((each) => ` ${each}`).join("");
  // To a browser, `http:` does not name the websockets there.
  const sockets = origins.map((each) => ` ${each.replace(/^http/, "ws")}`).join("");
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
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
  ".map": "application/json; charset=utf-8",
};

/** The encodings that the build has made, the smaller one first, and how their files end. */
const encodings = [
  ["br", ".br"],
  ["gzip", ".gz"],
] as const;

const accepts = (request: IncomingMessage, encoding: string): boolean =>
  (request.headers["accept-encoding"] ?? "").split(",").some((each) => {
    const [name = "", ...parameters] = each.split(";").map((part) => part.trim().toLowerCase());
    return name === encoding && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
  });

/** Sends one file; false, with nothing sent, where there is none. */
const sendFile = async (
  request: IncomingMessage,
  response: ServerResponse,
  root: string,
  file: string,
): Promise<boolean> => {
  // Loaded when it is wanted: its table of media types takes longer than the rest of the server.
  const { default: send } = await import("send");
  return new Promise((resolve) => {
    const sending = send(request, file, { root, index: false, cacheControl: false });
    response.once("close", () => resolve(true));
    if (response.destroyed) return resolve(true);
    sending.on("error", (error: Error & { readonly status?: number }) => {
      if (error.status === 404) return resolve(false);
      response.removeHeader("Content-Encoding");
      const { status, message } = problemBehind(error, "the file cannot be served", error.status);
      respondJson(response, status, { message });
    });
    sending.pipe(response);
  });
};

/** Sends a file, compressed where the build has made that and the client takes it; false where there is none. */
const sendSmallest = async (
  request: IncomingMessage,
  response: ServerResponse,
  { folder, isFramed, nodes }: BuiltFiles,
  file: string,
): Promise<boolean> => {
  response.setHeader("Content-Type", mediaTypes[extname(file)] ?? "application/octet-stream");
  response.setHeader("X-Content-Type-Options", "nosniff");
  response.setHeader("Referrer-Policy", "no-referrer");
  response.setHeader(
    "Content-Security-Policy",
    pagePolicy(isFramed(request) ? "'self'" : "'none'", nodes),
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

/** Lets pages of any origin import it: a module, and what that loads from beside it. */
const openToAll = (response: ServerResponse): void => {
  response.setHeader("Access-Control-Allow-Origin", "*");
  response.setHeader("Cross-Origin-Resource-Policy", "cross-origin");
};

const yearSeconds = 365 * 24 * 3600;

/** A name with its hash, held against this form without decoding: there is no spelling that leads out of the folder. */
const assetName =
  /^(?:[A-Za-z0-9_-]+-[A-Z0-9]{8}\.(?:js|css|svg)(?:\.map)?|icons\/(?:\d+|names)-[A-Z0-9]{8}\.json)$/;

/**
 * Serves what the build has made: `/`, everything below `/assets/`, which
 * never changes under its name, and the modules at stable addresses, which
 * browsers ask for again each time. Pages of any origin may import both.
 */
export const builtFiles = (built: BuiltFiles): readonly Route[] => {
  const index: Handler = async (request, response) => {
    response.setHeader("Cache-Control", "no-cache");
    if (await sendSmallest(request, response, built, "index.html")) return;
    respondJson(response, 503, { message: "the pages are not built; npm run build makes them" });
  };
  const asset: Handler = async (request, response, { pathname }) => {
    const name = pathname.slice("/assets/".length);
    openToAll(response);
    response.setHeader("Cache-Control", `public, max-age=${yearSeconds}, immutable`);
    if (assetName.test(name) && (await sendSmallest(request, response, built, `assets/${name}`)))
      return;
    respondJson(response, 404, { message: "there is no such file" });
  };
  const module =
    (name: string): Handler =>
    async (request, response) => {
      response.setHeader("Cache-Control", "no-cache");
      openToAll(response);
      if (await sendSmallest(request, response, built, name)) return;
      respondJson(response, 503, { message: `${name} is not built; npm run build makes it` });
    };
  return [
    { path: "/", methods: { GET: index } },
    { path: "/assets/", methods: { GET: asset } },
    ...built.modules
      .flatMap((name) => [name, `${name}.map`])
      .map((name) => ({ path: `/${name}`, methods: { GET: module(name) } })),
  ];
};
