import type { Ingress } from "../host/http/ingress.ts";
import { respondJson, type Route } from "../host/http/route.ts";
import type { RatedLog } from "../host/rated-log.ts";
import type { IngressUsers } from "./ingress-users.ts";

/** What it needs of the service around it. */
export interface IngressRouteSetup {
  readonly ingress: Ingress;
  readonly users: Pick<IngressUsers, "tokenFor">;
  readonly log: RatedLog;
}

/** `/auth/ingress`: gives whom Home Assistant's ingress names a token for one login; 401 to anybody else. */
export const ingressRoute = ({ ingress, users, log }: IngressRouteSetup): Route => ({
  path: "/auth/ingress",
  methods: {
    POST: async (request, response) => {
      const named = ingress.userOf(request);
      const token = named && (await users.tokenFor(named));
      if (token !== undefined) return respondJson(response, 200, { token });
      const message =
        named === undefined
          ? "nobody is named for certain by headers that come from ingress-proxy"
          : "Home Assistant says that this user is not active";
      log.warn({ address: request.socket.remoteAddress, problem: message }, "ingress is refused");
      respondJson(response, 401, { message });
    },
  },
});
