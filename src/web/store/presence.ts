import { isRight } from "fp-ts/lib/Either.js";
import type { Connection } from "home-assistant-js-websocket";
import { isList, isObject, type Json, listIn } from "../../model/json.ts";
import { numberField, textField } from "../../client/errors.ts";
import { shownLevel } from "../../model/elements/levels.ts";
import { keepSubscribed } from "../connection/resubscribe.ts";
import type { PlanClient } from "../connection/plan-client.ts";
import type { EditorSession } from "./editor-session.ts";

/** Another editor of the plan. */
export interface Collaborator {
  /** Number of the editor; each window is one. */
  readonly id: number;
  readonly name: string;
  /** Whether it is another window of this user. */
  readonly isYou: boolean;
  /** Index of a color, unique while there are enough colors. */
  readonly color: number;
  /** Id of the floor shown there; undefined: the first. */
  readonly level: string | undefined;
  /** The elements selected there. */
  readonly selection: readonly string[];
}

const otherOf = (value: Json, yourId: string | undefined): readonly Collaborator[] => {
  const id = numberField(value, "id");
  if (id === undefined || !isObject(value)) return [];
  return [
    {
      id,
      name: textField(value["user"], "name") ?? "",
      isYou: yourId !== undefined && textField(value["user"], "id") === yourId,
      color: numberField(value, "color") ?? 0,
      level: textField(value, "level"),
      selection: listIn(value["selection"]).filter((ref) => typeof ref === "string"),
    },
  ];
};

/** The other editors in a presence event; undefined if it says nothing about them. */
export const collaboratorsIn = (
  event: Json,
  you: number | undefined,
): readonly Collaborator[] | undefined => {
  const editors = isObject(event) ? event["editors"] : undefined;
  if (!isList(editors)) return undefined;
  const yours = editors.find((each) => you !== undefined && numberField(each, "id") === you);
  const yourId = isObject(yours) ? textField(yours["user"], "id") : undefined;
  return editors.flatMap((each) => otherOf(each, yourId)).filter(({ id }) => id !== you);
};

/** The view that other editors are told about. */
interface ShownView {
  readonly state: { readonly level: string | undefined; readonly selection: readonly string[] };
  /** Calls the listener after each change; returns a function that unsubscribes. */
  subscribe(listener: () => void): () => void;
}

/** What presence depends on. */
interface PresenceContext {
  readonly client: PlanClient;
  readonly session: EditorSession;
  readonly view: ShownView;
  /** Called when other editors come, go, or select something else. */
  readonly changed: () => void;
}

/** Milliseconds between two messages; selections in between are skipped. */
const pauseMs = 150;

/** The most selected elements to report; more would not be seen better. */
const maxRefs = 60;
const longestRef = 100;

/** A temporary refusal; any other holds until the next connection, as that of a service without presence. */
const passes = "overloaded";

/**
 * Tells other editors what this one works on, and vice versa. Without support by the service, nothing is sent and
 * nobody is there.
 */
export class Presence {
  /** The other editors. */
  others: readonly Collaborator[] = [];
  readonly #context: PresenceContext;
  readonly #ending = new AbortController();
  readonly #ends: readonly (() => void)[];
  #connection: Connection | undefined;
  #isFollowing = false;
  /** The number of this editor while present. */
  #you: number | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #said = "";

  constructor(context: PresenceContext) {
    this.#context = context;
    const { client, session, view } = context;
    this.#ends = [
      client.subscribe(
        () => undefined,
        (state) => {
          if (state === "live") void this.#begin();
        },
      ),
      session.subscribe(() => this.#sayLater()),
      view.subscribe(() => this.#sayLater()),
    ];
  }

  /** Ends the presence. */
  close(): void {
    this.#ending.abort();
    clearTimeout(this.#timer);
    for (const end of this.#ends) end();
  }

  async #begin(): Promise<void> {
    if (this.#isFollowing) return;
    this.#isFollowing = true;
    const { client } = this.#context;
    const service = await client.service();
    const { signal } = this.#ending;
    this.#isFollowing = isRight(service);
    if (!isRight(service) || signal.aborted) return;
    this.#connection = service.right;
    keepSubscribed(service.right, {
      message: { type: `${client.domain}/presence/subscribe` },
      onEvent: (event) => this.#heard(event),
      onState: (state) => {
        if (state !== "live") this.#left();
      },
      isFinal: ({ code }) => code !== passes,
      signal,
    });
  }

  #heard(event: Json): void {
    this.#you = numberField(event, "you") ?? this.#you;
    if (this.#said === "") this.#say();
    const others = collaboratorsIn(event, this.#you);
    if (others !== undefined) this.#show(others);
  }

  #left(): void {
    this.#you = undefined;
    this.#said = "";
    if (this.others.length > 0) this.#show([]);
  }

  #show(others: readonly Collaborator[]): void {
    this.others = others;
    this.#context.changed();
  }

  #sayLater(): void {
    if (this.#you === undefined) return;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#say();
    }, pauseMs);
  }

  #say(): void {
    const { client, session, view } = this.#context;
    const { plan } = session.state;
    const { level, selection } = view.state;
    if (this.#you === undefined) return;
    const work = {
      presence: this.#you,
      level: shownLevel(plan, level),
      selection: selection.slice(0, maxRefs).filter((ref) => ref.length <= longestRef),
    };
    const said = JSON.stringify(work);
    if (said === this.#said) return;
    this.#said = said;
    const message = { type: `${client.domain}/presence/update`, ...work };
    // A lost message does not matter: the next one replaces it.
    this.#connection?.sendMessagePromise(message).catch(() => undefined);
  }
}
