import type { IncomingMessage, ServerResponse } from "node:http";
import { extname, join } from "node:path";
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { type Either, isRight, left, right } from "fp-ts/lib/Either.js";
import * as t from "io-ts";
import {
  binary,
  fileAnswers,
  type Handler,
  type Operation,
  problemBehind,
  respondJson,
  type Route,
  saysWhy,
} from "./routes.ts";
import { ifThere } from "../../../wal/index.ts";
import { describe } from "../../model/codec.ts";

/** What a build has made for browsers. */
interface BuiltFiles {
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

const page = "wall.html";
const manifest = "wall.webmanifest";

/** What of the manifest is looked at here. */
const anyManifest = t.UnknownRecord;

const notBuilt = "the wall page is not built; npm run build makes it";

/** The hashes of the scripts that stand in a page itself, as its policy names them (CSP Level 3, 2.3.1). */
const inlineScripts = (html: string): readonly string[] =>
  [...html.matchAll(/<script>([^]*?)<\/script>/g)].map(
    ([, script = ""]) => `sha256-${createHash("sha256").update(script).digest("base64")}`,
  );

/** The text of a file that the build has made; the left says that it has not. */
const builtText = async (folder: string, name: string): Promise<Either<string, string>> => {
  const text = await ifThere(readFile(join(folder, name), "utf8"));
  return text === undefined ? left(notBuilt) : right(text);
};

const missingAnswer = { 503: saysWhy("it is not built") };

const wallAbout: Operation = {
  summary: "gets the page for tablets on walls",
  token: "none",
  answers: { ...fileAnswers("the file", { "text/html": binary("text/html") }), ...missingAnswer },
};

const manifestType = "application/manifest+json";

const manifestAbout: Operation = {
  summary: "gets the manifest by which that page is installed, which starts with the same query",
  token: "none",
  answers: {
    200: { when: "the manifest", content: { [manifestType]: binary(manifestType) } },
    ...missingAnswer,
  },
};

/**
 * `/wall`, the page for tablets, and `/wall.webmanifest`, by which it is installed. An installed page is to
 * start with the parameters that it was installed with, so the manifest has those with which it is asked for.
 */
const wallFiles = (built: BuiltFiles): readonly Route[] => {
  const wall: Handler = async (request, response) => {
    response.setHeader("Cache-Control", "no-cache");
    const html = await builtText(built.folder, page);
    const hashes = isRight(html) ? inlineScripts(html.right) : [];
    if (await sendSmallest(request, response, built, page, hashes)) return;
    respondJson(response, 503, { message: notBuilt });
  };
  const installed: Handler = async (_request, response, { search }) => {
    const text = await builtText(built.folder, manifest);
    const made: unknown = isRight(text) ? JSON.parse(text.right) : undefined;
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
    { path: "/wall", methods: { GET: wall }, about: { GET: wallAbout } },
    { path: `/${manifest}`, methods: { GET: installed }, about: { GET: manifestAbout } },
  ];
};

/** Lets pages of any origin import it: a module, and what that loads from beside it. */
export const openToAll = (response: ServerResponse): void => {
  response.setHeader("Access-Control-Allow-Origin", "*");
  response.setHeader("Cross-Origin-Resource-Policy", "cross-origin");
};

const yearSeconds = 365 * 24 * 3600;

/** A name with its hash, held against this form without decoding: there is no spelling that leads out of the folder. */
const assetName =
  /^(?:[A-Za-z0-9_-]+-[A-Z0-9]{8}\.(?:js|css|svg|png)(?:\.map)?|icons\/(?:\d+|names)-[A-Z0-9]{8}\.json)$/;

const about = (summary: string, mediaType: string, missing: 404 | 503): Operation => ({
  summary,
  token: "none",
  answers: {
    ...fileAnswers("the file", { [mediaType]: binary(mediaType) }),
    [missing]: saysWhy(missing === 404 ? "there is no such file" : "it is not built"),
  },
});

/**
 * Serves what the build has made: `/` and `/wall`, everything below `/assets/`, which
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
    {
      path: "/",
      methods: { GET: index },
      about: { GET: about("gets the service's own page", "text/html", 503) },
    },
    ...wallFiles(built),
    {
      path: "/assets/",
      methods: { GET: asset },
      about: {
        GET: {
          ...about("gets a part of the page or of a module", "*/*", 404),
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
    ...built.modules
      .flatMap((name) => [name, `${name}.map`])
      .map((name) => ({
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
