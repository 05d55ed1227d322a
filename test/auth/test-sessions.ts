import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { startDouble } from "../support/double-home-assistant.ts";
import { askToRefresh } from "../support/home-assistant/tokens.ts";
import { Peer } from "../support/peer.ts";
import { startTestService, type TestService } from "../support/service.ts";

/** A double, and a service beside it that delays no login. */
export const started = async (
  t: TestContext,
  config: Parameters<typeof startTestService>[1] = {},
) => {
  const home = await startDouble(t);
  const service = await startTestService(t, {
    ...config,
    config: { homeAssistant: home.url, loginDelayMs: 0, ...config.config },
  });
  return { home, service };
};

/** The file of sessions. */
export const sessionsIn = async ({ data }: Pick<TestService, "data">): Promise<string> =>
  readFile(join(data, "sessions.json"), "utf8");

/** The first refresh token of that file. */
export const refreshTokenIn = (kept: string): string =>
  /"refresh_token": "([^"]+)"/.exec(kept)?.[1] ?? "there is none";

/** Whether Home Assistant still takes a refresh token. */
export const isTaken = async (url: string, service: TestService, token: string): Promise<boolean> =>
  (await askToRefresh(url, `${service.url}/`, token)).status === 200;

/** Who somebody with a token is. */
export const whoIs = async (
  service: TestService,
  token: string,
  t: TestContext,
): Promise<unknown> => {
  const peer = await Peer.login(t, service.port, token);
  const user = await peer.result("auth/current_user");
  peer.ws.close();
  await peer.closed;
  return user;
};

/** Whether a token is none. */
export const isRefused = async (
  t: TestContext,
  { port }: TestService,
  token: string,
): Promise<boolean> => {
  const peer = await Peer.open(t, port);
  peer.send({ type: "auth", access_token: token });
  await peer.closed;
  return peer.received.some(({ type }) => type === "auth_invalid");
};
