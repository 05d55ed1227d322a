import { type Entity, refOf } from "../../../model/elements/entities.ts";
import {
  type Action,
  type ServiceCall,
  type Touch,
  touchEffectOf,
} from "../../../model/bindings/touch-actions.ts";
import {
  addressOf,
  isLeading,
  questionOf,
  toggleCall,
} from "../../../model/bindings/perform-action.ts";
import { ruled } from "../../../model/bindings/rules.ts";
import type { JsonObject } from "../../../model/json.ts";
import {
  confirmAction,
  confirmAndCall,
  type ConfirmContext,
  type Notice,
  defaultQuestion,
  nameIn,
  unansweredNotice,
} from "./service-call.ts";
import { PendingMark } from "./pending-mark.ts";
import { dispatchToFrontend, showMoreInfo } from "../../ui/page-events.ts";
import type { DetailsSubject } from "../plan-references.ts";
import type { HomeAssistant } from "../home-assistant.ts";
import { actingTranslator } from "../../i18n/acting-translator.ts";
import type { PreferredLanguages } from "../../i18n/translator.ts";

/** What surrounds a touched element. */
export interface TouchContext {
  readonly card: ConstructorParameters<typeof PendingMark>[0];
  /** The parent of dialogs. */
  readonly host: ConfirmContext["host"];
  readonly languages: PreferredLanguages;
  readonly homeAssistant: HomeAssistant;
  /** Whether this is Home Assistant's own page, which performs actions and shows details itself. */
  readonly isInside: boolean;
  readonly show: (subject: DetailsSubject) => Promise<void>;
}

type Surroundings = TouchContext & ConfirmContext & { readonly ref: string };

/** Loads the words, which resolve in English if the preferred ones are late. */
export const prepareWords = (languages: PreferredLanguages): Promise<void> =>
  actingTranslator.ready(languages);

const go = (url: URL, { kind }: Action, { words }: ConfirmContext): Notice | undefined => {
  const isHere = url.origin === location.origin && url.pathname === location.pathname;
  // A path of Home Assistant's page does not exist on this page.
  if (kind === "navigate" && !isHere) return { text: words.acting.refused.address };
  if (isHere) location.assign(url.href);
  else window.open(url.href, "_blank", "noopener");
  return undefined;
};

/** Marks what was touched until its entity has another state; resolves with a notice if it gets none. */
const untilAnswered = async (
  { words, homeAssistant }: Surroundings,
  entity: string,
  mark: PendingMark,
): Promise<Notice | undefined> =>
  (await mark.ended) === "unanswered"
    ? unansweredNotice(words, nameIn(homeAssistant.now.states, entity))
    : undefined;

const nothing = (): void => undefined;

/** Toggles an entity, which is marked from when the call is sent; the time runs also while the call is not answered. */
const toggle = async (
  entity: string,
  call: ServiceCall,
  question: string | undefined,
  around: Surroundings,
): Promise<Notice | undefined> => {
  let mark: PendingMark | undefined;
  let sent = nothing;
  const answered = new Promise<Notice | undefined>((resolve) => {
    sent = () => {
      mark = new PendingMark(around.card, around.ref, entity);
      resolve(untilAnswered(around, entity, mark));
    };
  });
  const called = async (): Promise<Notice | undefined> => {
    const refused = await confirmAndCall(around, around.homeAssistant, call, question, { sent });
    return mark === undefined || refused !== undefined ? refused : answered;
  };
  const notice = await Promise.race([called(), answered]);
  mark?.drop();
  return notice;
};

/** Performs an action of a plan outside of Home Assistant's page (there: `handleAction`). */
const perform = async (
  action: Action,
  written: JsonObject,
  around: Surroundings,
): Promise<Notice | undefined> => {
  const { homeAssistant } = around;
  const { states } = homeAssistant.now;
  const question = questionOf(action, written, states);
  switch (action.kind) {
    case "call":
      return confirmAndCall(around, homeAssistant, action.call, question, { isFixed: true });
    case "toggle": {
      const state = states(action.entity);
      // Toggling an unknown state is a guess; the details show that it is unknown.
      const call = state && toggleCall(action.entity, state);
      if (call !== undefined) return toggle(action.entity, call, question, around);
      await around.show({ kind: "entities", entities: [action.entity] });
      return undefined;
    }
    case "navigate":
    case "url": {
      const isMeant =
        question === undefined || (await confirmAction(around, question)) !== undefined;
      const url = addressOf(action, location.href);
      return isMeant && url !== undefined ? go(url, action, around) : undefined;
    }
    case "more-info":
    case "none":
      return undefined;
  }
};

/** Performs the action of a touched element; resolves with a notice if there is something to tell. */
export const handleTouch = async (
  element: Entity,
  touch: Touch,
  context: TouchContext,
): Promise<Notice | undefined> => {
  const { card, homeAssistant, isInside, languages, show } = context;
  await prepareWords(languages);
  const around = {
    ...context,
    words: actingTranslator.now(languages).texts,
    ref: refOf(element),
  };
  const effect = touchEffectOf(element.collection, ruled(element.data, homeAssistant.now), touch);
  switch (effect.kind) {
    case "none":
      return undefined;
    case "room":
      await show({ kind: "room", room: element });
      return undefined;
    case "details": {
      const [entity = ""] = effect.entities;
      if (isInside) showMoreInfo(card, entity);
      else await show({ kind: "entities", entities: effect.entities });
      return undefined;
    }
    case "act": {
      const { action, written } = effect;
      // Home Assistant's page would open any address, even a `javascript:` one.
      if (isLeading(action) && addressOf(action, location.href) === undefined)
        return { text: around.words.acting.refused.address };
      if (!isInside) return perform(action, written, around);
      // Home Assistant's page asks only if the action says so, and does not know our own confirmations.
      const { states } = homeAssistant.now;
      const question = questionOf(action, written, states);
      const given =
        question === ""
          ? { ...written, confirmation: { text: defaultQuestion(around.words, action, states) } }
          : written;
      const entity = action.kind === "toggle" ? action.entity : undefined;
      dispatchToFrontend(card, "hass-action", {
        config: { entity, [`${touch}_action`]: given },
        action: touch,
      });
      // Where Home Assistant's page asks first, only it knows whether the action was done.
      const isAsked = question !== undefined;
      if (entity === undefined || isAsked || states(entity) === undefined) return undefined;
      return untilAnswered(around, entity, new PendingMark(card, around.ref, entity));
    }
  }
};
