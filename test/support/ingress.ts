import { chmod, writeFile } from "node:fs/promises";
import type { IncomingHttpHeaders } from "node:http";
import { join } from "node:path";
import type { HomeAssistant, Person } from "./home-assistant/home-assistant-under-test.ts";
import { type PathProxy, startPathProxy } from "./path-proxy.ts";
import { type TestScope, startTestService, temporaryFolder, type TestService } from "./service.ts";

/** Where the ingress of these tests leads to the service, as a Home Assistant names such places. */
export const ingressPath = "/api/hassio_ingress/kq8nJ2";

/** What the Supervisor adds to a request of somebody (supervisor `api/ingress.py`, homeassistant `components/hassio/ingress.py`). */
export const ingressHeaders = ({
  id,
  name,
  username,
}: Person): Readonly<Record<string, string>> => ({
  "X-Ingress-Path": ingressPath,
  "X-Remote-User-Id": id,
  "X-Remote-User-Name": username,
  // As bytes of UTF-8, which Node.js calls Latin-1.
  "X-Remote-User-Display-Name": Buffer.from(name).toString("latin1"),
});

/** A service that believes the ingress of this machine, and asks a Home Assistant what its users may do. */
export const startBehindIngress = async (
  t: TestScope,
  home: HomeAssistant,
  config: Parameters<typeof startTestService>[1] = {},
): Promise<TestService> => {
  const file = join(await temporaryFolder(t), "token");
  await writeFile(file, home.owner.longLivedToken);
  await chmod(file, 0o600);
  return startTestService(t, {
    ...config,
    config: {
      homeAssistant: home.url,
      homeAssistantTokenFile: file,
      ingressProxy: "127.0.0.1",
      ...config.config,
    },
  });
};

/** The ingress of somebody in front of a service: it passes the browser's `Host` on, as Home Assistant does. */
export const startIngress = (
  t: TestScope,
  { port }: Pick<TestService, "port">,
  person: Person,
  more: (headers: IncomingHttpHeaders) => IncomingHttpHeaders = (headers) => headers,
): Promise<PathProxy> =>
  startPathProxy(t, {
    port,
    prefix: ingressPath,
    headers: (headers) => more({ ...headers, ...ingressHeaders(person) }),
  });
