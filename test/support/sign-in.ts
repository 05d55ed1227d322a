import assert from "node:assert/strict";
import type { HomeAssistant, Person } from "./home-assistant/home-assistant-under-test.ts";
import { login } from "./home-assistant/tokens.ts";
import type { TestService } from "./service.ts";

/** Sends what the page sends after a sign-in at Home Assistant. */
export const askForSession = (
  { url }: Pick<TestService, "url">,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> =>
  fetch(`${url}/auth/session`, { method: "POST", body: JSON.stringify(body), headers });

/** A code of Home Assistant for the service. */
export const codeFor = (
  home: Pick<HomeAssistant, "url">,
  person: Person,
  { url }: Pick<TestService, "url">,
): Promise<string> => login(home.url, person, `${url}/`, `${url}/`);

/** Begins a session without a browser; returns its token. */
export const signIn = async (
  home: Pick<HomeAssistant, "url">,
  person: Person,
  service: Pick<TestService, "url">,
): Promise<string> => {
  const code = await codeFor(home, person, service);
  const answer = await askForSession(service, { code, base: `${service.url}/` });
  const body: unknown = await answer.json();
  assert.equal(answer.status, 200, JSON.stringify(body));
  assert(typeof body === "object" && body !== null && "token" in body);
  assert(typeof body.token === "string");
  return body.token;
};

/** Ends a session, as the page does. */
export const signOut = async (
  { url }: Pick<TestService, "url">,
  token: string,
): Promise<number> => {
  const answer = await fetch(`${url}/auth/session`, {
    method: "DELETE",
    headers: { Authorization: `Bearer ${token}` },
  });
  return answer.status;
};
