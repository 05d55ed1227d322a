import { createHash } from "node:crypto";
import { type Either, isLeft, left, map, mapLeft, right } from "fp-ts/lib/Either.js";
import type { TaskEither } from "fp-ts/lib/TaskEither.js";
import * as t from "io-ts";
import { decodeJson } from "../plan/raw-json/parse-json.ts";
import type { FailedLogins } from "../home-assistant/upstream/failed-logins.ts";
import {
  type HassProblem,
  hassProblem,
  problemOfError,
} from "../home-assistant/upstream/status.ts";
import type { LoginOrigin } from "../home-assistant/upstream/refusals.ts";

/** What Home Assistant gives for a code, or for a refresh token, which it does not give again. */
export interface Granted {
  readonly accessToken: string;
  /** Milliseconds after which the access token ends. */
  readonly forMs: number;
}

/** What a sign-in gives. */
interface SignedIn extends Granted {
  readonly refreshToken: string;
}

/** Home Assistant's tokens, as its documentation has them (developers.home-assistant, `auth_api.md`). */
export interface OAuth {
  /** Takes a code, once. `invalid-auth`: it is not, or no longer, one that was made for this client, or its user may not log in. */
  readonly exchange: (code: string, clientId: string) => TaskEither<HassProblem, SignedIn>;
  /** `invalid-auth`: the token was revoked, or its user is no longer active. */
  readonly refresh: (refreshToken: string, clientId: string) => TaskEither<HassProblem, Granted>;
  /** Home Assistant does not tell whether there was anything to revoke (RFC 7009, 2.2). */
  readonly revoke: (refreshToken: string) => TaskEither<HassProblem, void>;
}

const grantedCodec = t.type({ access_token: t.string, expires_in: t.number });
const signedInCodec = t.intersection([grantedCodec, t.type({ refresh_token: t.string })]);

/** Far more than the tokens of Home Assistant take. */
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

const problemOf = (error: unknown, at: string, ms: number): HassProblem => {
  if (error instanceof DOMException && error.name === "TimeoutError")
    return hassProblem.slow(at, ms);
  const cause: unknown = error instanceof Error ? (error.cause ?? error) : error;
  return problemOfError(at, cause instanceof Error ? cause : new Error(String(cause)));
};

const decode = <A>(codec: t.Type<A, unknown>, { text }: Answered, url: string) => {
  const nonsense = (): HassProblem => hassProblem.nonsense(url, "it gives no tokens");
  return mapLeft(nonsense)(decodeJson(codec, text));
};

/** What Home Assistant itself refuses has this body (RFC 6749, 5.2); one without it is of a proxy, or of its own ban of an address. */
const refusalCodec = t.type({ error: t.string });

const isRefusal = ({ status, text }: Answered): boolean => {
  if (status !== 400 && status !== 403) return false;
  return !isLeft(decodeJson(refusalCodec, text));
};

const granted = (answer: t.TypeOf<typeof grantedCodec>): Granted => ({
  accessToken: answer.access_token,
  forMs: answer.expires_in * 1000,
});

/** Talks to Home Assistant at an address such as `http://homeassistant.local:8123`, which has `ms` milliseconds for each answer. */
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
  ): Promise<Either<HassProblem, Answered>> => {
    const url = `${at}${path}`;
    try {
      const response = await fetch(url, {
        method: "POST",
        body: new URLSearchParams(fields),
        // A token is for this address and no other.
        redirect: "manual",
        signal,
      });
      return right({ status: response.status, text: await readText(response) });
    } catch (error) {
      return left(problemOf(error, at, ms));
    }
  };
  const unexpected = (status: number): HassProblem =>
    status === 403 || status >= 500
      ? hassProblem.unreachable(at, `it answers with ${status}`)
      : hassProblem.nonsense(at, `it answers with ${status}`);
  const ask = async <A>(
    codec: t.Type<A, unknown>,
    refused: string,
    whose: LoginOrigin,
    fields: Readonly<Record<string, string>>,
  ): Promise<Either<HassProblem, A>> => {
    const deadline = AbortSignal.timeout(ms);
    const turn = await failures.turn(whose, deadline);
    if (isLeft(turn)) return turn;
    const answer = await post("/auth/token", fields, deadline);
    if (isLeft(answer)) {
      turn.right("refused");
      return answer;
    }
    const { status } = answer.right;
    // It counts what it refuses, and forgets nothing for what it grants (`auth/__init__.py`, `TokenView`).
    turn.right(status >= 400 ? "refused" : "neither");
    if (isRefusal(answer.right))
      return left(hassProblem.invalidAuth(status === 403 ? "the user may not log in" : refused));
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

/** Where access tokens of one user of Home Assistant come from. */
export interface TokenSource {
  /** Stands for it where answers are kept: no two have the same, and it gives nothing away. */
  readonly key: string;
  /** That the token which leads to it was given out by this service, and so is no guess. */
  readonly isGivenHere?: true;
  /** What issued it, where anybody can write such a token: the id of a refresh token. */
  readonly issuer?: string | undefined;
  /** Whether it is still one, as far as is known here. Asks nobody. */
  readonly holds: () => boolean;
  /** An access token for a login now. `invalid-auth` where there is none any more; every other problem passes. */
  readonly accessToken: TaskEither<HassProblem, string>;
}

/** Finds the source of a token that somebody shows to this service; undefined where it is none of its kind. Asks nobody. */
export type TokenSources = (token: string) => TokenSource | undefined;

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
