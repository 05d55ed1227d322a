import { isLeft } from "fp-ts/lib/Either.js";
import type { Action, ServiceCall } from "../../../model/bindings/touch-actions.ts";
import {
  entitiesOfAction,
  entitiesOfCall,
  toggleCall,
} from "../../../model/bindings/perform-action.ts";
import { domainOf, type States } from "../../../model/bindings/entity-state.ts";
import type { PlanProblem } from "../../connection/plan-client.ts";
import type { HomeAssistant } from "../home-assistant.ts";
import type { ActingWords } from "../../i18n/acting-translator.ts";
import type { ServiceMessage } from "../../i18n/problem-words.ts";
import { type Confirmation, ask } from "../../ui/dialog.ts";

/** A temporary notice, such as why something was not done. */
export interface Notice {
  readonly text: string;
  readonly said?: ServiceMessage | undefined;
}

/** Where and in which words to ask. */
export interface ConfirmContext {
  /** The parent of dialogs. */
  readonly host: Element | ShadowRoot;
  readonly words: ActingWords;
}

/** Why something was not switched, in words. */
export const noticeOf = (
  { acting, errors }: ConfirmContext["words"],
  problem: PlanProblem,
): Notice => {
  const { refused } = acting;
  switch (problem.code) {
    case "unauthorized":
      return { text: refused.control };
    case "home_assistant_unavailable":
      return { text: refused.away };
    case "offline":
      return { text: refused.offline };
    case "connection_lost":
      return { text: refused.lost };
    case "timeout":
      return { text: refused.unconfirmed };
    default: {
      const { message } = problem;
      // What Home Assistant says to a user whose groups do not let them (its `exceptions.Unauthorized`).
      if (message === "Unauthorized") return { text: refused.rights };
      return {
        text: refused.other,
        said: message === "" ? undefined : { intro: errors.said, message },
      };
    }
  }
};

/** Milliseconds within which an entity must show what was done with it. */
export const answerMs = 10_000;

/** An entity shows nothing of what was done with it. */
export const unansweredNotice = (
  { acting }: Pick<ConfirmContext["words"], "acting">,
  name: string,
): Notice => ({ text: acting.refused.unanswered(name, answerMs / 1000) });

/** Why nothing at all can be switched now. */
export const unavailableNotice = (
  { acting }: ConfirmContext["words"],
  { now }: HomeAssistant,
): Notice | undefined => {
  if (now.standing === "lost") return { text: acting.refused.offline };
  if (now.standing !== "connected") return { text: acting.refused.away };
  return now.control ? undefined : { text: acting.refused.control };
};

export const nameIn = (states: States, entity: string): string => {
  const name = states(entity)?.attributes?.["friendly_name"];
  return typeof name === "string" ? name : entity;
};

/** Domains whose services take a code if the entity requires one. */
const coded: ReadonlySet<string> = new Set(["lock", "alarm_control_panel"]);

const codeOf = (states: States, call: ServiceCall): "number" | "text" | undefined => {
  const [entity, ...others] = entitiesOfCall(call);
  if (entity === undefined || others.length > 0 || !coded.has(domainOf(entity))) return undefined;
  const { code_format: format, code_arm_required: armsWithCode } = states(entity)?.attributes ?? {};
  if (typeof format !== "string" || format === "" || "code" in call.data) return undefined;
  if (call.service.startsWith("alarm_arm") && armsWithCode === false) return undefined;
  return format === "number" || /^[\\d^${}[\],()?:+*0-9-]*$/.test(format) ? "number" : "text";
};

/** Domains whose entities are run rather than turned on. */
const run: ReadonlySet<string> = new Set(["scene", "script"]);

/** Describes a call to the named entities. */
const doingOf = (
  { ask: words }: ConfirmContext["words"]["acting"],
  { domain, service }: Pick<ServiceCall, "domain" | "service">,
  names: string,
): string => {
  const known: Readonly<Record<string, (names: string) => string>> = words.doing;
  const doing = service === "turn_on" && run.has(domain) ? "run" : service;
  return names === ""
    ? ""
    : ((Object.hasOwn(known, doing) ? known[doing] : undefined)?.(names) ?? words.switching(names));
};

/** The default question before an action: what it does to which entities. */
export const defaultQuestion = (
  { acting }: ConfirmContext["words"],
  action: Action,
  states: States,
): string => {
  const call =
    action.kind === "toggle" ? toggleCall(action.entity, states(action.entity)) : undefined;
  const done = action.kind === "call" ? action.call : (call ?? { domain: "", service: "" });
  const names = entitiesOfAction(action).map((entity) => nameIn(states, entity));
  return doingOf(acting, done, names.join(", "));
};

/** Asks for confirmation, in the plan's words or the default ones. */
export const confirmAction = (
  { host, words: { acting } }: ConfirmContext,
  text: string,
  code?: "number" | "text",
): Promise<Confirmation | undefined> =>
  ask(host, {
    title: acting.ask.title,
    text,
    yes: acting.ask.yes,
    no: acting.ask.no,
    code: code && { label: acting.ask.code, isNumber: code === "number" },
  });

/**
 * Calls a service, after confirmation if there is a `question` or the entity requires a code. `isFixed`: the call is
 * written in the plan and sent as it is; `sent` is called when it is sent. Resolves with a notice if it was not done.
 */
export const confirmAndCall = async (
  asking: ConfirmContext,
  homeAssistant: HomeAssistant,
  call: ServiceCall,
  question: string | undefined,
  { isFixed = false, sent }: { readonly isFixed?: boolean; readonly sent?: () => void } = {},
): Promise<Notice | undefined> => {
  const { states } = homeAssistant.now;
  const nothing = unavailableNotice(asking.words, homeAssistant);
  if (nothing !== undefined) return nothing;
  const code = isFixed ? undefined : codeOf(states, call);
  let data = call.data;
  if (question !== undefined || code !== undefined) {
    const names = entitiesOfCall(call).map((entity) => nameIn(states, entity));
    const usual = doingOf(asking.words.acting, call, names.join(", "));
    const agreed = await confirmAction(asking, question || usual, code);
    if (agreed === undefined) return undefined;
    if (agreed.code !== undefined) data = { ...data, code: agreed.code };
  }
  sent?.();
  const done = await homeAssistant.call({ ...call, data });
  return isLeft(done) ? noticeOf(asking.words, done.left) : undefined;
};
