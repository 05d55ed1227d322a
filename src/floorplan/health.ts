import { isLeft } from "fp-ts/lib/Either.js";
import { respondJson, type Route } from "../host/http/route.ts";
import type { PlanHolder } from "./plan-holder.ts";

/**
 * `/healthz`: 200 while plans can be read and saved, else 503 with the reason. How Home Assistant is doing stands
 * there, too, where there is one, and changes neither.
 */
export const healthRoute = (plan: PlanHolder, homeAssistant: () => unknown): Route => ({
  path: "/healthz",
  methods: {
    GET: (_request, response) => {
      const { status, actor } = plan;
      respondJson(response, status.kind === "ready" ? 200 : 503, {
        status: status.kind,
        ...(isLeft(actor) ? {} : { rev: actor.right.revision }),
        ...(status.kind === "failed" ? { reason: status.reason } : {}),
        // Left out where it is undefined.
        home_assistant: homeAssistant(),
      });
    },
  },
});
