import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import { ask } from "./ask.ts";
import type { HassProblem } from "./problem.ts";
import { hassProblem } from "./problem.ts";
import type { Hass } from "./setup.ts";
import { connectUpstream } from "./upstream-connection.ts";

/** Asks Home Assistant for its users, as the service itself, whose token has to be an administrator's. */
export const listUsers = async (hass: Hass | undefined): Promise<Either<HassProblem, unknown>> => {
  const token = hass?.readToken() ?? right(undefined);
  if (isLeft(token)) return left(hassProblem.invalidAuth(token.left));
  if (hass === undefined || token.right === undefined)
    return left(hassProblem.invalidAuth("there is no --home-assistant-token-file to ask with"));
  const connected = await connectUpstream(hass.context, token.right);
  if (isLeft(connected)) return connected;
  const answer = await ask(connected.right, { type: "config/auth/list" }, hass.context.settings);
  connected.right.close();
  return answer;
};
