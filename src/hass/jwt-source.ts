import { createHash } from "node:crypto";
import { isLeft, left, right } from "fp-ts/lib/Either.js";
import * as t from "io-ts";
import { decodeJson } from "../plan/raw-json/parse-json.ts";
import type { HassProblem } from "../home-assistant/upstream/status.ts";
import type { TokenSources } from "./token-source.ts";

/** What is looked at of an access token of Home Assistant (`auth/__init__.py`, `async_create_access_token`); it is signed with a secret that only Home Assistant has. */
const claimsCodec = t.type({ iss: t.string, exp: t.number });

/** Seconds for which Home Assistant takes a token longer than it says (`async_validate_access_token`). */
const leewaySeconds = 10;

const expired: HassProblem = { kind: "invalid-auth", message: "the access token has expired" };

const claimsOf = (token: string): t.TypeOf<typeof claimsCodec> | undefined => {
  const claims = /^[\w-]+\.([\w-]+)\.[\w-]+$/.exec(token)?.[1];
  if (claims === undefined) return undefined;
  const decoded = decodeJson(claimsCodec, Buffer.from(claims, "base64url"));
  return isLeft(decoded) ? undefined : decoded.right;
};

/**
 * Access tokens of Home Assistant, long-lived ones among them, as somebody shows them. Whether one is valid only
 * Home Assistant can tell; that it has expired stands in it, and is not worth a failed login there.
 */
export const jwtSource: TokenSources = (token) => {
  const claims = claimsOf(token);
  if (claims === undefined) return undefined;
  const isOver = (): boolean => Date.now() / 1000 > claims.exp + leewaySeconds;
  return {
    key: `token:${createHash("sha256").update(token).digest("hex")}`,
    // Nothing is learnt of an issuer by a token that nobody judges.
    issuer: isOver() ? undefined : claims.iss,
    holds: () => true,
    accessToken: () => Promise.resolve(isOver() ? left(expired) : right(token)),
  };
};
