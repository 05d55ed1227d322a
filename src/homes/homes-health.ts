import * as t from "io-ts";
import { describe } from "../model/codec.ts";
import { json, respondJson, type Route } from "../server/http/routes.ts";
import type { AwakeHomes } from "./awake-homes.ts";
import type { HomeDirectory } from "./home-directory.ts";

const healthCodec = t.readonly(
  t.type({
    status: describe("`ready`: homes are served; `/provider/homes` tells of each", t.string),
  }),
);

const livenessCodec = t.readonly(t.type({ alive: t.boolean }));

/** `/healthz` and `/livez` of a process with many homes: nothing of any home, since nobody has to show a token. */
export const homesHealthRoutes = (
  _homes: AwakeHomes,
  _directory: HomeDirectory,
): readonly Route[] => [
  {
    path: "/healthz",
    methods: { GET: (_request, response) => respondJson(response, 200, { status: "ready" }) },
    about: {
      GET: {
        summary: "reports whether homes are served",
        token: "none",
        answers: { 200: { when: "they are", content: json(healthCodec) } },
      },
    },
  },
  {
    path: "/livez",
    methods: { GET: (_request, response) => respondJson(response, 200, { alive: true }) },
    about: {
      GET: {
        summary: "reports whether a restart is needed",
        token: "none",
        answers: { 200: { when: "it is not", content: json(livenessCodec) } },
      },
    },
  },
];
