import { forUsers, type GuardSetup } from "../auth/route-guard.ts";
import type { HomeDirectory } from "../homes/directory/home-directory.ts";
import type { Homes, HomeState } from "../homes/homes.ts";
import type { UsageTable } from "../homes/provider/usage-table.ts";
import type { Route } from "./http/routes.ts";
import type { Metrics } from "./metrics/metrics.ts";
import { metricsRoute } from "./metrics/metrics-route.ts";
import { addBuild } from "./metrics/service-metrics.ts";
import type { Host } from "./service-parts.ts";

/** What is measured of many homes. */
interface HomesParts {
  readonly homes: Pick<Homes, "state">;
  readonly directory: Pick<HomeDirectory, "ids">;
  readonly usage: UsageTable;
}

/** Homes with series of their own, those with the most bytes: each further one would cost a series for good. */
export const measuredHomes = 20;

const states: readonly HomeState[] = ["asleep", "waking", "awake", "falling_asleep", "held"];

/** Adds metrics of many homes: all together, and the largest of them by name. */
const addHomes = (metrics: Metrics, { homes, directory, usage }: HomesParts): void => {
  const totals = async () => usage.totalsOf(await usage.rows());
  metrics.gauge("floorplan_homes", "Homes, by what they are doing.", () => {
    const found = directory.ids().map((id) => homes.state(id));
    return states.map((state) => ({
      labels: { state },
      value: found.filter((each) => each === state).length,
    }));
  });
  metrics.gauge(
    "floorplan_homes_with_problems",
    "Homes that cannot be opened, or whose plan cannot be saved.",
    async () => (await totals()).problems,
  );
  metrics.gauge(
    "floorplan_homes_connections",
    "Connections with a token of all homes together.",
    async () => (await totals()).connections,
  );
  metrics.gauge(
    "floorplan_homes_usage_bytes",
    "Bytes of all homes together, by kind.",
    async () => {
      const { planBytes, imageBytes } = await totals();
      return [
        { labels: { kind: "plan" }, value: planBytes },
        { labels: { kind: "images" }, value: imageBytes },
      ];
    },
  );
  metrics.gauge("floorplan_home_usage_bytes", "The same of each of the largest homes.", async () =>
    usage.top(await usage.rows(), measuredHomes).flatMap(({ id, usage: used }) => [
      { labels: { home: id, kind: "plan" }, value: used.planBytes },
      { labels: { home: id, kind: "images" }, value: used.imageBytes },
    ]),
  );
};

/** `/metrics` of a process with many homes, for tokens of the provider and for addresses that need none. */
export const homesMetricsRoute = (
  { access, measured }: Pick<Host, "access" | "measured">,
  guarded: GuardSetup,
  parts: HomesParts,
): Route => {
  const { metrics } = measured;
  addHomes(metrics, parts);
  addBuild(metrics);
  return metricsRoute({ ...guarded, ...access, metrics, forUsers: forUsers(guarded) });
};
