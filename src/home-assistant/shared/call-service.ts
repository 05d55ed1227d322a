import { isLeft } from "fp-ts/lib/Either.js";
import * as TE from "fp-ts/lib/TaskEither.js";
import * as t from "io-ts";
import { BoundedMap } from "../../server/runtime/bounded-map.ts";
import { hourMs, minuteMs } from "../../server/runtime/time.ts";
import { anyObject, guardCodec, strictObject } from "../../model/codec.ts";
import type { AuditDetails } from "../../server/audit/audit.ts";
import { type Command, command, type CommandError, value } from "../../server/websocket/command.ts";
import type { User } from "../../auth/user.ts";
import type { JsonObject } from "../../model/json.ts";
import type { ServiceCall } from "../../model/bindings/touch-actions.ts";
import { isCallInPlan, textIdsIn, findCallProblem } from "../../model/bindings/services.ts";
import { requestErrorCodes } from "./shared-connection.ts";
import { unparsedAnswer, type Screens, unauthorized } from "./screen-commands.ts";

/** How many users are remembered; the least recent caller is forgotten first. */
const maxUsers = 10_000;

/** A user's calls with a code, less those already forgotten. */
interface Calls {
  readonly count: number;
  /** When the last call was allowed. */
  readonly lastMs: number;
}

/**
 * Prevents guessing the codes of alarms and locks. A user may make a few calls with a code at once, then one after
 * each pause; pauses start at a minute and double up to an hour. Each hour without a call forgets one call, so in the
 * long run no pattern allows more than one call an hour. Correct codes count too, as not every integration of Home
 * Assistant reports a wrong one.
 */
export class CodeRateLimiter {
  readonly #atOnce: number;
  readonly #calls = new BoundedMap<string, Calls>(maxUsers);

  constructor(atOnce: number) {
    this.#atOnce = atOnce;
  }

  /** Allows a user's call at `nowMs` and returns 0, or returns the milliseconds until a call is allowed. */
  waitMs(user: string, nowMs: number): number {
    const { count, lastMs } = this.#callsOf(user, nowMs);
    const over = count - this.#atOnce;
    const pauseMs = over < 0 ? 0 : Math.min(minuteMs * 2 ** over, hourMs);
    const wait = lastMs + pauseMs - nowMs;
    if (wait > 0) return wait;
    this.#calls.set(user, { count: count + 1, lastMs: nowMs });
    return 0;
  }

  #callsOf(user: string, nowMs: number): Calls {
    const { count, lastMs } = this.#calls.get(user) ?? { count: 0, lastMs: -Infinity };
    return { count: Math.max(0, count - Math.floor((nowMs - lastMs) / hourMs)), lastMs };
  }
}

/** Limits on switching. */
export interface SwitchLimits {
  /** Calls with a code that a user may make at once. */
  readonly codeCalls: number;
}

/** Enough for a few typing errors, too few to guess four digits. */
export const switchLimits: SwitchLimits = { codeCalls: 5 };

const jsonObject = guardCodec(
  "object",
  (candidate): candidate is JsonObject => anyObject.is(candidate),
  { type: "object" },
);
const optionalObject = t.union([jsonObject, t.null, t.undefined]);

const targetsIn = (fields: JsonObject): readonly string[] =>
  ["entity_id", "device_id", "area_id", "floor_id", "label_id"].flatMap((field) =>
    Object.hasOwn(fields, field) ? textIdsIn(fields[field]) : [],
  );

/** A call for the audit log: only the entities of its data, which may contain a code. */
const detailsOf = ({ domain, service, data, target }: ServiceCall): AuditDetails => {
  const about = [...new Set([...targetsIn(target), ...targetsIn(data)])].join(", ");
  return { command: `${domain}.${service}`, ...(about === "" ? {} : { about }) };
};

/** Why a user may not make a call now; undefined if they may. */
const refusalOf = (
  { names }: Screens,
  guard: CodeRateLimiter,
  { codeCalls }: SwitchLimits,
): ((user: User, call: ServiceCall) => CommandError | undefined) => {
  return (user, call) => {
    if (!user.control)
      return unauthorized("this token may not switch anything: it lacks the right to control");
    const why = findCallProblem(names(), call);
    if (why !== undefined) return unauthorized(why);
    // A code from the plan is not a guess.
    if (!Object.hasOwn(call.data, "code") || isCallInPlan(names(), call)) return undefined;
    const waitMs = guard.waitMs(user.id, performance.now());
    if (waitMs === 0) return undefined;
    const message = `more calls with a code than code-calls allows, ${codeCalls}: the next may come in ${Math.ceil(waitMs / 1000)} s`;
    return { code: "too_many_codes", message };
  };
};

/**
 * `call_service`: makes a call that the plan offers, for users with the right to control. The audit log records each
 * call and its outcome.
 */
export const callService = (screens: Screens, limits: SwitchLimits): Command => {
  const refuse = refusalOf(screens, new CodeRateLimiter(limits.codeCalls), limits);
  return command({
    type: "call_service",
    admin: false,
    about: {
      summary: "calls an action that the plan allows, for users with the right to control",
      result: unparsedAnswer,
      errors: ["unauthorized", "too_many_codes", ...requestErrorCodes],
    },
    mayBeOvertaken: true,
    fields: strictObject(
      { domain: t.string, service: t.string },
      { service_data: optionalObject, target: optionalObject, return_response: t.boolean },
    ),
    run: (fields, { user, note }) => {
      const { domain, service, service_data: data, target } = fields;
      const call = { domain, service, data: data ?? {}, target: target ?? {} };
      const details = detailsOf(call);
      const refusal = refuse(user, call);
      if (refusal !== undefined) {
        const kind = refusal.code === "unauthorized" ? "refused" : "switch_failed";
        note(kind, { ...details, reason: refusal.message });
        return TE.left(refusal);
      }
      return async () => {
        const { client } = screens.homeAssistant.connection;
        const answer = isLeft(client) ? client : await client.right.call({ ...fields })();
        // Home Assistant's message may quote the request, including a code.
        if (isLeft(answer)) note("switch_failed", { ...details, reason: answer.left.code });
        else note("switched", details);
        return isLeft(answer) ? answer : TE.right(value(answer.right))();
      };
    },
  });
};
