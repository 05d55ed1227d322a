import type { IncomingMessage, ServerResponse } from "node:http";
import { extname, join } from "node:path";
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import * as t from "io-ts";
import {
  binary,
  fileAnswers,
  type Handler,
  type Operation,
  refusalFor,
  respondJson,
  type Route,
  problemAnswer,
} from "./routes.ts";
import { ifThere } from "../../../wal/index.ts";
import { describe } from "../../model/codec.ts";

interface BuiltFiles {
  /** Holds `index.html`, `assets/` with names that contain a content hash, and the modules. */
  readonly folder: string;
  /** Modules that pages of other origins import, at stable addresses, and the maps of their sources. */
  readonly modules: readonly string[];
  /** Whether the page is framed by one of the same origin, as Home Assistant's ingress does. */
  readonly isFramed: (request: IncomingMessage) => boolean;
  /** Other addresses of the same service. */
  readonly nodes: readonly string[];
}

/**
 * A page loads scripts and styles only from here (or inline, by hash), images from here and the service's other nodes,
 * connects to nobody else, and may be framed only by `ancestors`.
 */
const pagePolicy = (
  ancestors: "'none'" | "'self'",
  nodes: readonly string[],
  inline: readonly string[],
): string => {
  const origins = [...new Set(nodes.map((each) => new URL(each).origin))];
  const images = origins.map((each) => ` ${each}`).join("");
  // In browsers `http:` does not cover websockets.
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

/** The build's encodings, smaller first, and their file endings. */
const encodings = [
  ["br", ".br"],
  ["gzip", ".gz"],
] as const;

export const accepts = (request: IncomingMessage, encoding: string): boolean =>
  (request.headers["accept-encoding"] ?? "").split(",").some((each) => {
    const [name = "", ...parameters] = each.split(";").map((part) => part.trim().toLowerCase());
    return name === encoding && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
  });

type SendError = Error & { readonly status?: number };

/** Sends a file; false, with nothing sent, if it does not exist. */
const sendFile = async (
  request: IncomingMessage,
  response: ServerResponse,
  root: string,
  file: string,
): Promise<boolean> => {
  // Loaded lazily: its table of media types takes longer than the rest of the server.
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
  const { status, message } = refusalFor(error, "the file cannot be served", error.status);
  respondJson(response, status, { message });
  return true;
};

/** The hashes of a page's inline scripts, as its policy names them (CSP Level 3, 2.3.1). */
const inlineScripts = (html: string): readonly string[] =>
  [...html.matchAll(/<script>([^]*?)<\/script>/g)].map(
    ([, script = ""]) => `sha256-${createHash("sha256").update(script).digest("base64")}`,
  );

/** Sends a file with its policy, compressed if possible; false if it does not exist. */
const sendSmallest = async (
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

const manifest = "wall.webmanifest";

const anyManifest = t.UnknownRecord;

const notBuilt = "the pages are not built: run npm run build";

/** A built file's text; undefined if it does not exist. */
const builtText = (folder: string, name: string): Promise<string | undefined> =>
  ifThere(readFile(join(folder, name), "utf8"));

/** Sends a page, whose policy names its inline script. */
const pageHandler =
  (built: BuiltFiles, name: string): Handler =>
  async (request, response) => {
    response.setHeader("Cache-Control", "no-cache");
    const hashes = inlineScripts((await builtText(built.folder, name)) ?? "");
    if (await sendSmallest(request, response, built, name, hashes)) return;
    respondJson(response, 503, { message: notBuilt });
  };

const missingAnswer = { 503: problemAnswer("it is not built") };

const wallAbout: Operation = {
  summary: "gets the page for tablets on walls",
  token: "none",
  answers: { ...fileAnswers("the file", { "text/html": binary("text/html") }), ...missingAnswer },
};

const manifestType = "application/manifest+json";

const manifestAbout: Operation = {
  summary: "gets the manifest for installing that page, with the same query in its start address",
  token: "none",
  answers: {
    200: { when: "the manifest", content: { [manifestType]: binary(manifestType) } },
    ...missingAnswer,
  },
};

/**
 * `/wall`, the page for tablets, and `/wall.webmanifest`, which installs it. An installed page keeps its query, so the
 * manifest repeats the query it was requested with.
 */
const wallFiles = (built: BuiltFiles): readonly Route[] => {
  const installed: Handler = async (_request, response, { search }) => {
    const text = await builtText(built.folder, manifest);
    const made: unknown = text === undefined ? undefined : JSON.parse(text);
    if (!anyManifest.is(made)) return respondJson(response, 503, { message: notBuilt });
    response
      .writeHead(200, {
        "Content-Type": manifestType,
        "Cache-Control": "no-cache",
        "X-Content-Type-Options": "nosniff",
      })
      .end(JSON.stringify({ ...made, start_url: `./wall${search}` }));
  };
  return [
    {
      path: "/wall",
      methods: { GET: pageHandler(built, "wall.html") },
      about: { GET: wallAbout },
    },
    { path: `/${manifest}`, methods: { GET: installed }, about: { GET: manifestAbout } },
  ];
};

/** Lets pages of any origin import a module and what it loads. */
export const openToAll = (response: ServerResponse): void => {
  response.setHeader("Access-Control-Allow-Origin", "*");
  response.setHeader("Cross-Origin-Resource-Policy", "cross-origin");
};

const yearSeconds = 365 * 24 * 3600;

/** A name with its hash, matched without decoding: no spelling leads out of the folder. */
const assetName =
  /^(?:[A-Za-z0-9_-]+-[A-Z0-9]{8}\.(?:js|css|svg|png)(?:\.map)?|icons\/(?:\d+|names)-[A-Z0-9]{8}\.json)$/;

const about = (summary: string, mediaType: string, missing: 404 | 503): Operation => ({
  summary,
  token: "none",
  answers: {
    ...fileAnswers("the file", { [mediaType]: binary(mediaType) }),
    [missing]: problemAnswer(missing === 404 ? "no such file" : "it is not built"),
  },
});

/**
 * Serves the build: `/` and `/wall`, everything below `/assets/`, immutable, and the modules at stable addresses, which
 * browsers revalidate. Pages of any origin may import both.
 */
export const builtFiles = (built: BuiltFiles): readonly Route[] => {
  const asset: Handler = async (request, response, { pathname }) => {
    const name = pathname.slice("/assets/".length);
    openToAll(response);
    response.setHeader("Cache-Control", `public, max-age=${yearSeconds}, immutable`);
    if (assetName.test(name) && (await sendSmallest(request, response, built, `assets/${name}`)))
      return;
    respondJson(response, 404, { message: "no such file" });
  };
  const module =
    (name: string): Handler =>
    async (request, response) => {
      response.setHeader("Cache-Control", "no-cache");
      openToAll(response);
      if (await sendSmallest(request, response, built, name)) return;
      respondJson(response, 503, { message: `${name} is not built: run npm run build` });
    };
  return [
    {
      path: "/",
      methods: { GET: pageHandler(built, "index.html") },
      about: { GET: about("gets the service's own page", "text/html", 503) },
    },
    ...wallFiles(built),
    {
      path: "/assets/",
      methods: { GET: asset },
      about: {
        GET: {
          ...about("gets a file of the page or of a module", "*/*", 404),
          parameters: [
            {
              name: "file",
              in: "path",
              required: true,
              type: describe("a name that changes with the content", t.string),
            },
          ],
        },
      },
    },
    ...built.modules.map((name) => ({
      path: `/${name}`,
      methods: { GET: module(name) },
      about: {
        GET: about(
          name.endsWith(".map") ? "gets the map of a module's sources" : "gets a module",
          name.endsWith(".map") ? "application/json" : "text/javascript",
          503,
        ),
      },
    })),
  ];
};
