import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { isLeft } from "fp-ts/lib/Either.js";
import * as t from "io-ts";
import { settings } from "../settings.ts";
import type { Registry } from "../websocket/command.ts";
import { accepts, openToAll } from "../http/static-files.ts";
import { type Handler, notModified, type Operation, type Route } from "../http/routes.ts";
import { anyObject } from "../../model/codec.ts";
import { manifestFile } from "../paths.ts";
import type { ApiInfo } from "./document-parts.ts";
import { asyncApi } from "./asyncapi.ts";
import { openApi } from "./openapi.ts";

/** A document as sent. */
interface EncodedDocument {
  readonly plain: Buffer;
  readonly small: Buffer;
  readonly etag: string;
}

const manifestCodec = t.type({ name: t.string, version: t.string, license: t.string });

const readInfo = (): Omit<ApiInfo, "websocket"> => {
  const manifest = manifestCodec.decode(JSON.parse(readFileSync(manifestFile, "utf8")));
  if (isLeft(manifest)) throw new TypeError("package.json has no name, version or license");
  const { name, version, license } = manifest.right;
  const address = `${settings.host.default}:${settings.port.default}`;
  return { name, version, license, address };
};

const make = async (document: unknown): Promise<EncodedDocument> => {
  const plain = Buffer.from(`${JSON.stringify(document)}\n`);
  const digest = createHash("sha256").update(plain).digest("base64url").slice(0, 22);
  // Weak, since it names the document and not one of its two encodings (RFC 9110, 8.8.1).
  return { plain, small: await promisify(gzip)(plain), etag: `W/"${digest}"` };
};

const isKnown = (etag: string, given: string | undefined): boolean =>
  (given ?? "").split(",").some((each) => [etag, "*"].includes(each.trim()));

/** Serves a document, built on the first request; pages of any origin may read it. */
const serve = (document: () => unknown): Handler => {
  let making: Promise<EncodedDocument> | undefined;
  return async (request, response) => {
    const { plain, small, etag } = await (making ??= make(document()));
    openToAll(response);
    response.setHeader("Cache-Control", "no-cache");
    response.setHeader("ETag", etag);
    response.setHeader("Vary", "Accept-Encoding");
    response.setHeader("X-Content-Type-Options", "nosniff");
    if (isKnown(etag, request.headers["if-none-match"])) return void response.writeHead(304).end();
    const isSmall = accepts(request, "gzip");
    if (isSmall) response.setHeader("Content-Encoding", "gzip");
    const body = isSmall ? small : plain;
    response
      .writeHead(200, {
        "Content-Type": "application/json; charset=utf-8",
        "Content-Length": body.length,
      })
      .end(body);
  };
};

const about = (summary: string): Operation => ({
  summary,
  token: "none",
  answers: {
    200: { when: "the document", content: { "application/json": anyObject } },
    304: notModified,
  },
});

/** Routes, plus that of the OpenAPI document that describes them and itself, at `path`. */
export const withOpenApi = (described: readonly Route[], path: string): readonly Route[] => {
  const routes: readonly Route[] = [
    ...described,
    {
      path,
      methods: { GET: serve(() => openApi(readInfo(), routes)) },
      about: {
        GET: about("gets the OpenAPI document of the HTTP routes"),
      },
    },
  ];
  return routes;
};

/**
 * The service's routes, plus those of the documents that describe them and the commands: `/api/asyncapi.json` and
 * `/api/openapi.json`. `websocket` is the path of the websocket.
 */
export const withDocuments = (
  described: readonly Route[],
  commands: Registry,
  websocket: string,
): readonly Route[] =>
  withOpenApi(
    [
      ...described,
      {
        path: "/api/asyncapi.json",
        methods: { GET: serve(() => asyncApi({ ...readInfo(), websocket }, commands)) },
        about: { GET: about("gets the AsyncAPI document of the websocket") },
      },
    ],
    "/api/openapi.json",
  );
