import { type Either, isLeft, left } from "fp-ts/lib/Either.js";
import { ask } from "./ask.ts";
import type { HassProblem } from "../home-assistant/upstream/status.ts";
import type { Hass } from "../home-assistant/home-assistant.ts";

/** Asks Home Assistant for its users, as the service itself, whose token has to be an administrator's. */
export const listUsers = async (hass: Hass | undefined): Promise<Either<HassProblem, unknown>> => {
  if (hass === undefined)
    return left({ kind: "invalid-auth", message: "there is no Home Assistant to ask" });
  const connected = await hass.own.connect();
  if (isLeft(connected)) return connected;
  const answer = await ask(connected.right, { type: "config/auth/list" }, hass.context.settings);
  connected.right.close();
  return answer;
};
