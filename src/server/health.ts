import type { ServerResponse } from "node:http";
import { isLeft } from "fp-ts/lib/Either.js";
import { json, respondJson, type Route } from "./http/routes.ts";
import { type Health, healthCodec } from "../plan/plan-codecs.ts";
import { failureTexts, type PlanHolder, type PlanStatus } from "../plan/plan-holder.ts";

/** How the cluster is doing that a plan is kept in. */
export interface ClusterState {
  /** What is wrong, in sentences without addresses and paths, as no token is needed to read them. */
  readonly reasons: readonly string[];
  /** Whether plans can be saved in it now. */
  readonly canSave: boolean;
  /** Its members and nodes, as anybody may see them. */
  readonly cluster: unknown;
}

/** The overall status. Problems of a cluster pass, so they degrade a service and do not fail it. */
const overallStatus = (status: PlanStatus, state: ClusterState | undefined): Health["status"] => {
  if (state === undefined || status.kind === "loading") return status.kind;
  if (status.kind === "failed") return status.passes ? "degraded" : "failed";
  return state.reasons.length > 0 ? "degraded" : "ready";
};

/** The status of a service, in one word and in sentences that anybody may read. */
export interface HealthReport {
  readonly status: Health["status"];
  /** Whether plans can be read and saved. */
  readonly isUsable: boolean;
  readonly reasons: readonly string[];
}

/** Judges by the plan and, where it is kept in one, by the cluster. */
export const healthOf = (
  { status }: Pick<PlanHolder, "status">,
  state: ClusterState | undefined,
): HealthReport => ({
  status: overallStatus(status, state),
  isUsable: status.kind === "ready" && state?.canSave !== false,
  reasons: [
    ...(status.kind === "failed" ? [failureTexts[status.why]] : []),
    ...(state?.reasons ?? []),
  ],
});

/**
 * `/healthz`: 200 while plans can be read and saved, else 503 with the reason. How the cluster is doing stands there,
 * where plans are kept in one, with what is wrong with it even if they can be saved. How Home Assistant is doing stands
 * there, too, where there is one, and how the backups are doing that the service makes by itself; both change nothing.
 * Whoever watches a service asks without a token, so all of it is words for strangers.
 */
export const healthRoute = (
  plan: PlanHolder,
  homeAssistant: () => unknown,
  cluster?: () => Promise<ClusterState>,
  backup: () => unknown = () => undefined,
): Route => {
  const answer = (response: ServerResponse, state: ClusterState | undefined): void => {
    const { actor } = plan;
    const { status, isUsable, reasons } = healthOf(plan, state);
    const health: Health = {
      status,
      ...(isLeft(actor) ? {} : { rev: actor.right.revision }),
      ...(reasons.length > 0 ? { reason: reasons.join("; ") } : {}),
      // Left out where it is undefined, as those below.
      cluster: state?.cluster,
      home_assistant: homeAssistant(),
      backup: backup(),
    };
    respondJson(response, isUsable ? 200 : 503, health);
  };
  return {
    path: "/healthz",
    methods: {
      // At once where nobody has to be asked: what is behind it on the connection then finds it answered.
      GET: (_request, response) =>
        cluster === undefined
          ? answer(response, undefined)
          : cluster().then((state) => answer(response, state)),
    },
    about: {
      GET: {
        summary: "tells whether plans can be read and saved now",
        token: "none",
        answers: {
          200: { when: "they can", content: json(healthCodec) },
          503: { when: "they cannot, or not all of it", content: json(healthCodec) },
        },
      },
    },
  };
};
