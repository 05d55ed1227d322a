import type { TaskEither } from "fp-ts/lib/TaskEither.js";
import type { HassProblem } from "../home-assistant/upstream/status.ts";

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
