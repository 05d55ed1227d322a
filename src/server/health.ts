import type { ServerResponse } from "node:http";
import { isLeft } from "fp-ts/lib/Either.js";
import * as t from "io-ts";
import { json, respondJson, type Route } from "./http/routes.ts";
import { type Health, healthCodec } from "../plan/plan-codecs.ts";
import {
  failureTexts,
  needsRestart,
  type PlanHolder,
  type PlanStatus,
} from "../plan/plan-holder.ts";

/** The state of the cluster that stores the plan. */
export interface ClusterState {
  /** Problems, as sentences without addresses and paths, since they are readable without a token. */
  readonly reasons: readonly string[];
  /** Whether plans can be saved in it now. */
  readonly canSave: boolean;
  /** Its members and nodes, without secrets. */
  readonly cluster: unknown;
}

/** The overall status. Cluster problems pass by themselves, so they degrade a service rather than fail it. */
const overallStatus = (status: PlanStatus, state: ClusterState | undefined): Health["status"] => {
  if (state === undefined || status.kind === "loading") return status.kind;
  if (status.kind === "failed") return status.passes ? "degraded" : "failed";
  return state.reasons.length > 0 ? "degraded" : "ready";
};

/** A service's status, in one word and in sentences for anybody. */
export interface HealthReport {
  readonly status: Health["status"];
  /** Whether plans can be read and saved. */
  readonly isUsable: boolean;
  readonly reasons: readonly string[];
}

/** The status from the plan's and, in a cluster, from the cluster's state. */
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
 * `/healthz`: 200 while plans can be read and saved, else 503 with the reason. Includes the state of the cluster, with
 * its problems even while plans can be saved, of Home Assistant, the MQTT broker and the scheduled backups, as far as
 * configured; the latter three do not change the status. Monitoring asks without a token, so the answer reveals nothing confidential.
 */
export const healthRoute = (
  plan: PlanHolder,
  homeAssistant: () => unknown,
  cluster?: () => Promise<ClusterState>,
  backup: () => unknown = () => undefined,
  mqtt: () => unknown = () => undefined,
): Route => {
  const answer = (response: ServerResponse, state: ClusterState | undefined): void => {
    const { actor } = plan;
    const { status, isUsable, reasons } = healthOf(plan, state);
    const health: Health = {
      status,
      ...(isLeft(actor) ? {} : { rev: actor.right.revision }),
      ...(reasons.length > 0 ? { reason: reasons.join("; ") } : {}),
      // Fields without a value are left out of the JSON.
      cluster: state?.cluster,
      home_assistant: homeAssistant(),
      mqtt: mqtt(),
      backup: backup(),
    };
    respondJson(response, isUsable ? 200 : 503, health);
  };
  return {
    path: "/healthz",
    methods: {
      // Synchronous if nothing has to be awaited, so that pipelined requests find it answered.
      GET: (_request, response) =>
        cluster === undefined
          ? answer(response, undefined)
          : cluster().then((state) => answer(response, state)),
    },
    about: {
      GET: {
        summary: "reports whether plans can be read and saved now",
        token: "none",
        answers: {
          200: { when: "they can", content: json(healthCodec) },
          503: { when: "they cannot, or not all of it", content: json(healthCodec) },
        },
      },
    },
  };
};

const liveness = t.readonly(t.type({ alive: t.boolean }));

/** `/livez`, for what restarts the service: 503 once only that helps, such as after a failed disk, and not while one is full. */
export const livenessRoute = (plan: Pick<PlanHolder, "status">): Route => ({
  path: "/livez",
  methods: {
    GET: (_request, response) => {
      const isAlive = !needsRestart(plan.status);
      respondJson(response, isAlive ? 200 : 503, { alive: isAlive });
    },
  },
  about: {
    GET: {
      summary: "reports whether a restart is needed",
      token: "none",
      answers: {
        200: { when: "it is not", content: json(liveness) },
        503: { when: "plans cannot be saved until a restart", content: json(liveness) },
      },
    },
  },
});
