import * as t from "io-ts";
import { bearerOf, forAdministrators, type GuardSetup } from "../auth/route-guard.ts";
import { anything, describe, integer } from "../model/codec.ts";
import { type ClusterState, healthOf, livenessRoute } from "../server/health.ts";
import { json, respondJson, type Route } from "../server/http/routes.ts";
import type { AwakeHomes } from "./awake-homes.ts";
import type { HomeDirectory } from "./directory/home-directory.ts";

/** Problems that one answer tells. */
const toldProblems = 100;

const healthCodec = t.readonly(
  t.intersection([
    t.type({
      status: describe(
        "`ready`: homes are served; `degraded`: something is wrong with the cluster",
        t.keyof({ ready: null, degraded: null, loading: null, failed: null }),
      ),
    }),
    t.partial({
      reason: describe("what is wrong, in fixed words; details are in the service's log", t.string),
      cluster: anything("the state of the cluster's members and nodes, if there is a cluster"),
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

type HomesHealth = t.TypeOf<typeof healthCodec>;

/** What anybody is told: nothing of any home, and of a cluster what the service of a single home tells of it. */
const toldToAll = (
  state: ClusterState | undefined,
): { readonly code: 200 | 503; readonly health: HomesHealth } => {
  const { status, isUsable, reasons } = healthOf({ status: { kind: "ready" } }, state);
  const reason = reasons.length > 0 ? { reason: reasons.join("; ") } : {};
  // A field without a value is left out of the JSON.
  return { code: isUsable ? 200 : 503, health: { status, ...reason, cluster: state?.cluster } };
};

/**
 * `/healthz` and `/livez` of a process with many homes. A home that is damaged or full is a problem of its own: the
 * status is that of the process and its cluster. Monitoring that shows no token learns nothing of any home, not even how
 * many there are.
 */
export const homesHealthRoutes = (
  homes: Pick<AwakeHomes, "counts" | "problems">,
  directory: Pick<HomeDirectory, "ids">,
  guarded: GuardSetup,
  cluster: (() => Promise<ClusterState>) | undefined,
): readonly Route[] => {
  const forProvider = forAdministrators(guarded)(async (_request, response) => {
    const { code, health } = toldToAll(await cluster?.());
    const problems = [...homes.problems()].toSorted(([one], [other]) => (one < other ? -1 : 1));
    respondJson(response, code, {
      ...health,
      homes: { all: directory.ids().length, ...homes.counts },
      problem_count: problems.length,
      problems: Object.fromEntries(problems.slice(0, toldProblems)),
    } satisfies HomesHealth);
  });
  return [
    {
      path: "/healthz",
      methods: {
        GET: async (request, response, url) => {
          if (bearerOf(request) !== undefined) return forProvider(request, response, url);
          const { code, health } = toldToAll(await cluster?.());
          respondJson(response, code, health);
        },
      },
      about: {
        GET: {
          summary: "reports whether homes are served and, to a provider, which have a problem",
          token: "none",
          answers: {
            200: { when: "they are", content: json(healthCodec) },
            503: { when: "no plan can be saved in the cluster now", content: json(healthCodec) },
          },
        },
      },
    },
    livenessRoute({ status: { kind: "ready" } }),
  ];
};
