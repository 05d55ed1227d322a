import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { Connection } from "home-assistant-js-websocket";
import { isList, isObject, type Json } from "../../model/json.ts";
import type { PlanData } from "../../model/elements/entities.ts";
import type { DomainMessages, Messages, TypeOfMessage } from "../../client/messages.ts";
import { keepSubscribed } from "./resubscribe.ts";
import type { Link } from "../client/link.ts";
import type { Answer, PlanProblem, PlanSource, SavedAt, SubscriptionState } from "./plan-client.ts";
import { urlBelow } from "../client/url-below.ts";
import { sharedSubscription } from "../client/shared-subscription.ts";
import { numberField, problemOf, textField } from "../../client/errors.ts";

/** When an entry of the history was saved; none where it does not say. */
export const timeOf = (each: Json): readonly SavedAt[] => {
  const rev = numberField(each, "rev");
  const savedAt = textField(each, "saved_at");
  return rev === undefined || savedAt === undefined ? [] : [{ rev, savedAt }];
};

/** Reads an answer; one that does not hold what was asked for is a problem of its own, and never taken for an empty one. */
export const reading = <Raw, Value>(
  answer: Either<PlanProblem, Raw>,
  what: string,
  read: (answer: Raw) => Value | undefined,
): Either<PlanProblem, Value> => {
  if (isLeft(answer)) return answer;
  const found = read(answer.right);
  const message = `there is no ${what} in the answer`;
  return found === undefined ? left({ code: "unexpected_answer", message }) : right(found);
};

/** What was asked for, or why it was refused. */
export const settled = async <Value>(ask: () => Promise<Value>): Answer<Value> => {
  try {
    return right(await ask());
  } catch (error) {
    return left(problemOf(error));
  }
};

/** The way to a service: a link, the first part of its commands, and where Home Assistant is reached, if not over the link. */
export type Route = readonly [link: Link, domain: string, house?: Connection | undefined];

/** The service over a link, in the commands of Home Assistant's websocket convention. */
export class ChannelClient implements PlanSource {
  protected readonly link: Link;
  readonly domain: string;
  readonly #house: Connection | undefined;

  constructor(...[link, domain, house]: Route) {
    this.link = link;
    this.domain = domain;
    this.#house = house;
  }

  readonly subscribe = sharedSubscription((onPlan, onState) => {
    const ending = new AbortController();
    void this.#follow(onPlan, onState, ending.signal);
    return () => ending.abort();
  });

  connection(): Answer<Connection> {
    return this.#house === undefined ? this.link.reach() : Promise.resolve(right(this.#house));
  }

  times(): Answer<readonly SavedAt[]> {
    return this.ask(this.type("history/times"), {}, "list", (list) =>
      isList(list) ? list.flatMap(timeOf) : undefined,
    );
  }

  revision(rev: number): Answer<PlanData> {
    return this.ask(this.type("history/get"), { rev }, "plan", (plan) =>
      isObject(plan) ? plan : undefined,
    );
  }

  imageUrl(url: string): string {
    return urlBelow(this.link.base, url);
  }

  close(): void {
    this.link.close();
  }

  async #follow(
    onPlan: (plan: PlanData) => void,
    onState: (state: SubscriptionState) => void,
    signal: AbortSignal,
  ): Promise<void> {
    let told: SubscriptionState | undefined;
    const tell = (state: SubscriptionState): void => {
      if (signal.aborted || (state === "away" && told === "away")) return;
      told = state;
      onState(state);
    };
    this.link.onFailure((refused) => tell(refused === undefined ? "away" : { refused }), signal);
    const connection = await this.link.connected;
    if (signal.aborted) return;
    keepSubscribed(connection, {
      message: { type: this.type("plan/subscribe") },
      onEvent: (event) => onPlan(isObject(event) ? event : {}),
      onState: tell,
      signal,
    });
  }

  /** The type of a command of the service's own. */
  protected type<Name extends keyof DomainMessages>(name: Name): TypeOfMessage<Name> {
    return `${this.domain}/${name}`;
  }

  /** Asks with a command of the service's, or of the convention; the right is what `read` finds in the answer. */
  protected async ask<Name extends keyof Messages, Value>(
    type: TypeOfMessage<Name>,
    fields: Messages[Name]["fields"],
    what: string,
    read: (answer: Json) => Value | undefined,
  ): Answer<Value> {
    const reached = await this.link.reach();
    if (isLeft(reached)) return reached;
    const connection = reached.right;
    const answer = await settled(() => connection.sendMessagePromise<Json>({ type, ...fields }));
    return reading(answer, what, read);
  }
}
