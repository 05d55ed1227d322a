import assert from "node:assert/strict";
import type { ServiceConfig } from "../../src/server/limits.ts";
import { anyObject } from "../../src/model/codec.ts";
import type { HomeAssistant } from "../support/home-assistant/home-assistant-under-test.ts";
import { eventually } from "../support/polling.ts";
import type { Message } from "../support/peer.ts";
import {
  type TestScope,
  startTestService,
  type TestService,
  type TestServiceOptions,
} from "../support/service.ts";

/** Long enough for anything that is expected within a moment, on a busy machine. */
export const patienceMs = 60_000;

/** Waits until something holds that nobody announces; `what` is it in words, for when it does not come. */
export const until = (what: string, holds: () => boolean): Promise<boolean> =>
  eventually(() => Promise.resolve(holds() ? { seen: true } : { not: what }), patienceMs);

/** The service beside a Home Assistant, which it tries again soon and asks often. */
export const startBeside = (
  t: TestScope,
  { url }: Pick<HomeAssistant, "url">,
  config: Partial<ServiceConfig> = {},
  more: Omit<TestServiceOptions, "config"> = {},
): Promise<TestService> =>
  startTestService(t, {
    ...more,
    config: {
      homeAssistant: url,
      homeAssistantPauseMs: 100,
      homeAssistantCheckMs: 200,
      ...config,
    },
  });

/** An object, or the end of the test. */
export const objectOf = (value: unknown): Message => {
  assert(anyObject.is(value), `an object: ${JSON.stringify(value)}`);
  return value;
};

/** What `/healthz` says. */
export const healthOf = async ({ url }: Pick<TestService, "url">): Promise<Message> =>
  objectOf(await (await fetch(`${url}/healthz`)).json());

/** What `/healthz` says of Home Assistant, as soon as that has a status. */
export const homeStatus = (service: TestService, status: string): Promise<Message> =>
  eventually(async () => {
    const report = objectOf((await healthOf(service))["home_assistant"]);
    return report["status"] === status
      ? { seen: report }
      : { not: `${status}, but ${JSON.stringify(report)}` };
  }, patienceMs);

/** A text of the shape of Home Assistant's access tokens, which nobody gave. */
export const madeUpToken = (name: string, exp = Math.floor(Date.now() / 1000) + 3600): string => {
  const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");
  return `${part({ alg: "HS256" })}.${part({ iss: name, iat: 0, exp })}.${part(name)}`;
};

/** What a request with a token in its header is answered by an endpoint for administrators. */
export const asBearer = async (
  { url }: Pick<TestService, "url">,
  token: string,
): Promise<{ readonly status: number; readonly text: string }> => {
  const response = await fetch(`${url}/api/floorplan/background?level=0`, {
    method: "DELETE",
    headers: { Authorization: `Bearer ${token}` },
  });
  return { status: response.status, text: await response.text() };
};
