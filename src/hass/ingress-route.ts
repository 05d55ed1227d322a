import type { Ingress } from "../auth/ingress.ts";
import { json, saysWhy } from "../host/http/operation.ts";
import { respondJson, type Route } from "../server/http/routes.ts";
import type { Audit } from "../server/audit/audit.ts";
import type { RatedLog } from "../server/rated-log.ts";
import type { IngressUsers } from "./ingress-users.ts";
import { tokenCodec } from "../auth/sign-in-route.ts";

/** What it needs of the service around it. */
export interface IngressRouteSetup {
  readonly ingress: Ingress;
  readonly users: Pick<IngressUsers, "tokenFor">;
  readonly log: RatedLog;
  readonly audit: Audit;
}

/** `/auth/ingress`: gives whom Home Assistant's ingress names a token for one login; 401 to anybody else. */
export const ingressRoute = ({ ingress, users, log, audit }: IngressRouteSetup): Route => ({
  path: "/auth/ingress",
  methods: {
    POST: async (request, response) => {
      const named = ingress.userOf(request);
      const token = named && (await users.tokenFor(named));
      if (token !== undefined) return respondJson(response, 200, { token });
      const message =
        named === undefined
          ? "nobody is named for certain by headers that come from --ingress-proxy"
          : "Home Assistant says that this user is not active";
      const address = request.socket.remoteAddress;
      log.warn({ address, problem: message }, "ingress is refused");
      const command = "POST /auth/ingress";
      audit.note("sign_in_failed", { ...(address && { address }) }, { command, reason: message });
      respondJson(response, 401, { message });
    },
  },
  about: {
    POST: {
      summary: "gives whom Home Assistant's ingress names a token for one login",
      token: "none",
      answers: {
        200: { when: "somebody is named", content: json(tokenCodec) },
        401: saysWhy("nobody is, for certain"),
        403: saysWhy("the page's origin is foreign"),
      },
    },
  },
});
