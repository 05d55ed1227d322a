import type { ServerResponse } from "node:http";
import * as t from "io-ts";
import { describe } from "../../model/codec.ts";
import { binary, fileAnswers, type Operation, saysWhy } from "../../host/http/operation.ts";
import { type Handler, respondJson, type Route } from "./routes.ts";
import { type BuiltFiles, sendSmallest } from "../../host/http/send-built.ts";
import { wallFiles } from "../../host/http/wall-files.ts";

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
