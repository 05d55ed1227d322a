import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type Either, isRight, left, right } from "fp-ts/lib/Either.js";
import * as t from "io-ts";
import { ifThere } from "../../../wal/index.ts";
import { binary, fileAnswers, type Operation, saysWhy } from "./operation.ts";
import { type Handler, respondJson, type Route } from "../../server/http/routes.ts";
import { type BuiltFiles, sendSmallest } from "./send-built.ts";

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
export const wallFiles = (built: BuiltFiles): readonly Route[] => {
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
