import { createHash } from "node:crypto";
import { type Either, isLeft, left, map, mapLeft, right } from "fp-ts/lib/Either.js";
import type { TaskEither } from "fp-ts/lib/TaskEither.js";
import * as t from "io-ts";
import { decodeJson } from "../plan/raw-json/parse-json.ts";
import type { FailedLogins } from "../home-assistant/upstream/failed-logins.ts";
import {
  type HomeAssistantProblem,
  homeAssistantProblem,
  problemOfError,
} from "../home-assistant/upstream/status.ts";
import type { LoginFamiliarity } from "../home-assistant/upstream/refusals.ts";

/** An access token, for a code or a refresh token. */
export interface Granted {
  readonly accessToken: string;
  /** Lifetime of the access token, in milliseconds. */
  readonly forMs: number;
}

/** The tokens of a new sign-in. */
interface SignedIn extends Granted {
  readonly refreshToken: string;
}

/** Home Assistant's tokens, as its documentation defines them (developers.home-assistant, `auth_api.md`). */
export interface OAuth {
  /**
   * Exchanges a code, which works once. `invalid-auth`: the code was not made for this client, has expired or was
   * used, or its user may not log in.
   */
  readonly exchange: (code: string, clientId: string) => TaskEither<HomeAssistantProblem, SignedIn>;
  /** `invalid-auth`: the token was revoked, or its user is no longer active. */
  readonly refresh: (
    refreshToken: string,
    clientId: string,
  ) => TaskEither<HomeAssistantProblem, Granted>;
  /** Home Assistant does not say whether there was anything to revoke (RFC 7009, 2.2). */
  readonly revoke: (refreshToken: string) => TaskEither<HomeAssistantProblem, void>;
}

const grantedCodec = t.type({ access_token: t.string, expires_in: t.number });
const signedInCodec = t.intersection([grantedCodec, t.type({ refresh_token: t.string })]);

/** Far more than Home Assistant's tokens take. */
const answerBytes = 64 * 1024;

interface Answered {
  readonly status: number;
  readonly text: string;
}

const readText = async (response: Response): Promise<string> => {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > answerBytes) throw new RangeError(`its answer has more than ${answerBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
};

const problemOf = (error: unknown, at: string, ms: number): HomeAssistantProblem => {
  if (error instanceof DOMException && error.name === "TimeoutError")
    return homeAssistantProblem.slow(at, ms);
  const cause: unknown = error instanceof Error ? (error.cause ?? error) : error;
  return problemOfError(at, cause instanceof Error ? cause : new Error(String(cause)));
};

const decode = <A>(codec: t.Type<A, unknown>, { text }: Answered, url: string) => {
  const nonsense = (): HomeAssistantProblem =>
    homeAssistantProblem.nonsense(url, "it gives no tokens");
  return mapLeft(nonsense)(decodeJson(codec, text));
};

/**
 * Home Assistant's own refusals have this body (RFC 6749, 5.2); others come from a proxy, or from its ban of an
 * address.
 */
const refusalCodec = t.type({ error: t.string });

const isRefusal = ({ status, text }: Answered): boolean => {
  if (status !== 400 && status !== 403) return false;
  return !isLeft(decodeJson(refusalCodec, text));
};

const granted = (answer: t.TypeOf<typeof grantedCodec>): Granted => ({
  accessToken: answer.access_token,
  forMs: answer.expires_in * 1000,
});

/**
 * Talks to Home Assistant at an address such as `http://homeassistant.local:8123`; each answer may take `ms`
 * milliseconds.
 */
export const oauthOf = (
  homeAssistant: string,
  ms: number,
  failures: Pick<FailedLogins, "turn">,
): OAuth => {
  const at = homeAssistant.replace(/\/+$/, "");
  const post = async (
    path: string,
    fields: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<Either<HomeAssistantProblem, Answered>> => {
    const url = `${at}${path}`;
    try {
      const response = await fetch(url, {
        method: "POST",
        body: new URLSearchParams(fields),
        // A redirect would send the token to another address.
        redirect: "manual",
        signal,
      });
      return right({ status: response.status, text: await readText(response) });
    } catch (error) {
      return left(problemOf(error, at, ms));
    }
  };
  const unexpected = (status: number): HomeAssistantProblem =>
    status === 403 || status >= 500
      ? homeAssistantProblem.unreachable(at, `it answers with ${status}`)
      : homeAssistantProblem.nonsense(at, `it answers with ${status}`);
  const ask = async <A>(
    codec: t.Type<A, unknown>,
    refused: string,
    whose: LoginFamiliarity,
    fields: Readonly<Record<string, string>>,
  ): Promise<Either<HomeAssistantProblem, A>> => {
    const deadline = AbortSignal.timeout(ms);
    const turn = await failures.turn(whose, deadline);
    if (isLeft(turn)) return turn;
    const answer = await post("/auth/token", fields, deadline);
    if (isLeft(answer)) {
      turn.right("refused");
      return answer;
    }
    const { status } = answer.right;
    // Home Assistant counts refusals as failed logins, but a success resets nothing (`auth/__init__.py`,
    // `TokenView`).
    turn.right(status >= 400 ? "refused" : "neither");
    if (isRefusal(answer.right))
      return left(
        homeAssistantProblem.invalidAuth(status === 403 ? "the user may not log in" : refused),
      );
    if (status !== 200) return left(unexpected(status));
    return decode(codec, answer.right, at);
  };
  return {
    exchange: (code, clientId) => async () =>
      map((answer: t.TypeOf<typeof signedInCodec>) => ({
        ...granted(answer),
        refreshToken: answer.refresh_token,
      }))(
        await ask(
          signedInCodec,
          "the code of this sign-in is not, or no longer, valid",
          "stranger",
          {
            grant_type: "authorization_code",
            code,
            client_id: clientId,
          },
        ),
      ),
    refresh: (refreshToken, clientId) => async () =>
      map(granted)(
        await ask(grantedCodec, "it was revoked there, or its user is no longer active", "known", {
          grant_type: "refresh_token",
          refresh_token: refreshToken,
          client_id: clientId,
        }),
      ),
    revoke: (refreshToken) => async () => {
      const answer = await post("/auth/revoke", { token: refreshToken }, AbortSignal.timeout(ms));
      if (isLeft(answer)) return answer;
      const { status } = answer.right;
      return status === 200 ? right(undefined) : left(unexpected(status));
    },
  };
};

/** Supplies access tokens of one Home Assistant user. */
export interface TokenSource {
  /** Identifies the source where answers are kept: unique, and reveals nothing. */
  readonly key: string;
  /** Whether this service issued the token that leads to it, which rules out a guess. */
  readonly isGivenHere?: true;
  /** The issuer, if anybody could forge such a token: the id of a refresh token. */
  readonly issuer?: string | undefined;
  /** Whether the source is still valid, without a request. */
  readonly holds: () => boolean;
  /** An access token for a login now. `invalid-auth` if there will be none; every other problem is temporary. */
  readonly accessToken: TaskEither<HomeAssistantProblem, string>;
}

/** Finds the source of a token that a client sent; undefined if the token is of another kind. Makes no request. */
export type TokenSources = (token: string) => TokenSource | undefined;

/**
 * The claims in use of a Home Assistant access token (`auth/__init__.py`, `async_create_access_token`); only Home
 * Assistant has the secret that signs it.
 */
const claimsCodec = t.type({ iss: t.string, exp: t.number });

/** Seconds for which Home Assistant accepts an expired token (`async_validate_access_token`). */
const leewaySeconds = 10;

const expired: HomeAssistantProblem = {
  kind: "invalid-auth",
  message: "the access token has expired",
};

const claimsOf = (token: string): t.TypeOf<typeof claimsCodec> | undefined => {
  const claims = /^[\w-]+\.([\w-]+)\.[\w-]+$/.exec(token)?.[1];
  if (claims === undefined) return undefined;
  const decoded = decodeJson(claimsCodec, Buffer.from(claims, "base64url"));
  return isLeft(decoded) ? undefined : decoded.right;
};

/**
 * Access tokens of Home Assistant as clients send them, including long-lived ones. Only Home Assistant can check the
 * signature, but an expiry can be read here, which saves a failed login there.
 */
export const jwtSource: TokenSources = (token) => {
  const claims = claimsOf(token);
  if (claims === undefined) return undefined;
  const isOver = (): boolean => Date.now() / 1000 > claims.exp + leewaySeconds;
  return {
    key: `token:${createHash("sha256").update(token).digest("hex")}`,
    // An expired token is not checked, so its issuer may be forged.
    issuer: isOver() ? undefined : claims.iss,
    holds: () => true,
    accessToken: () => Promise.resolve(isOver() ? left(expired) : right(token)),
  };
};
