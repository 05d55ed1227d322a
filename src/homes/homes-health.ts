import * as t from "io-ts";
import { bearerOf, forAdministrators, type GuardSetup } from "../auth/route-guard.ts";
import { describe, integer } from "../model/codec.ts";
import { json, respondJson, type Route } from "../server/http/routes.ts";
import type { AwakeHomes } from "./awake-homes.ts";
import type { HomeDirectory } from "./home-directory.ts";

/** Problems that one answer tells. */
const toldProblems = 100;

const healthCodec = t.readonly(
  t.intersection([
    t.type({ status: describe("`ready`: homes are served", t.literal("ready")) }),
    t.partial({
      homes: describe(
        "with a provider's token: how many homes there are, and how many are not asleep",
        t.readonly(
          t.type({
            all: integer,
            waking: integer,
            awake: integer,
            falling_asleep: integer,
            held: integer,
          }),
        ),
      ),
      problem_count: describe("with a provider's token: homes with a problem", integer),
      problems: describe(
        `with a provider's token: the first ${toldProblems} of them, by id`,
        t.readonly(t.record(t.string, t.string)),
      ),
    }),
  ]),
);

const livenessCodec = t.readonly(t.type({ alive: t.boolean }));

/**
 * `/healthz` and `/livez` of a process with many homes. A home that is damaged or full is a problem of its own: the
 * status is the process's. Monitoring that shows no token learns nothing of any home, not even how many there are.
 */
export const homesHealthRoutes = (
  homes: Pick<AwakeHomes, "counts" | "problems">,
  directory: Pick<HomeDirectory, "ids">,
  guarded: GuardSetup,
): readonly Route[] => {
  const forProvider = forAdministrators(guarded)((_request, response) => {
    const problems = [...homes.problems()].toSorted(([one], [other]) => (one < other ? -1 : 1));
    const health: t.TypeOf<typeof healthCodec> = {
      status: "ready",
      homes: { all: directory.ids().length, ...homes.counts },
      problem_count: problems.length,
      problems: Object.fromEntries(problems.slice(0, toldProblems)),
    };
    respondJson(response, 200, health);
  });
  return [
    {
      path: "/healthz",
      methods: {
        GET: (request, response, url) =>
          bearerOf(request) === undefined
            ? respondJson(response, 200, { status: "ready" })
            : forProvider(request, response, url),
      },
      about: {
        GET: {
          summary: "reports whether homes are served and, to a provider, which have a problem",
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
};
