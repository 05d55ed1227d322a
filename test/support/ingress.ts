import { chmod, writeFile } from "node:fs/promises";
import type { IncomingHttpHeaders } from "node:http";
import { join } from "node:path";
import type { HomeAssistant, Person } from "./home-assistant/home-assistant-under-test.ts";
import { type PathProxy, startPathProxy } from "./path-proxy.ts";
import { type TestScope, startTestService, temporaryFolder, type TestService } from "./service.ts";

/** The path of the tests' ingress, in Home Assistant's form. */
export const ingressPath = "/api/hassio_ingress/kq8nJ2";

/** The headers that the Supervisor adds to a user's request (supervisor `api/ingress.py`, homeassistant `components/hassio/ingress.py`). */
export const ingressHeaders = ({
  id,
  name,
  username,
}: Person): Readonly<Record<string, string>> => ({
  "X-Ingress-Path": ingressPath,
  "X-Remote-User-Id": id,
  "X-Remote-User-Name": username,
  // UTF-8 bytes, which Node.js treats as Latin-1.
  "X-Remote-User-Display-Name": Buffer.from(name).toString("latin1"),
});

/** Starts a service that trusts this machine's ingress, and asks a Home Assistant for its users' rights. */
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

/** Starts the ingress of a user in front of a service; it passes on the browser's `Host`, as Home Assistant does. */
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
