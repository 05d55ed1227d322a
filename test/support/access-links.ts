import assert from "node:assert/strict";
import type { Peer } from "./peer.ts";
import type { TestService } from "./service.ts";

/** The random nonces of two browsers. */
export const nonces = ["n".repeat(22), "m".repeat(22)] as const;

/** Makes a link as an administrator; returns its code. */
export const makeLink = async (
  desk: Peer,
  name: string,
  fields: Readonly<Record<string, unknown>> = {},
  domain = "floorplan",
): Promise<string> => {
  const { code } = Object(await desk.result(`${domain}/tokens/link`, { name, ...fields }));
  assert.match(String(code), /^[\w-]{43}$/);
  return code;
};

/** The service's answer to a browser that opens a link: the status, and the token or the reason for none. */
export const openLink = async (
  { url }: Pick<TestService, "url">,
  code: string,
  nonce: string = nonces[0],
): Promise<readonly [status: number, said: string]> => {
  const body = JSON.stringify({ code, nonce });
  const answer = await fetch(`${url}/auth/link`, { method: "POST", body });
  const { token, reason, message } = Object(await answer.json());
  return [answer.status, token ?? reason ?? message];
};

/** The token that a browser gets for a link. */
export const tokenOf = async (
  service: Pick<TestService, "url">,
  code: string,
  nonce: string = nonces[0],
): Promise<string> => {
  const [status, token] = await openLink(service, code, nonce);
  assert.equal(status, 200, token);
  assert.match(token, /^[\w][\w-]{42}$/);
  return token;
};
