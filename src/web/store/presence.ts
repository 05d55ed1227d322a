import { isRight } from "fp-ts/lib/Either.js";
import type { Connection } from "home-assistant-js-websocket";
import { shownLevel } from "../../model/elements/levels.ts";
import type { Json } from "../../model/json.ts";
import { keepSubscribed } from "../connection/resubscribe.ts";
import type { PlanClient } from "../connection/plan-client.ts";
import { numberField } from "../../client/errors.ts";
import type { EditorSession } from "./editor-session.ts";
import type { EditorView } from "../canvas/view-state.ts";
import { type Collaborator, collaboratorsIn } from "../editor/together/other.ts";

/** What presence is about, and whom it tells of changes. */
export interface PresenceContext {
  readonly client: PlanClient;
  readonly session: EditorSession;
  readonly view: EditorView;
  /** Others have come, gone, or work on something else. */
  readonly changed: () => void;
}

/** Milliseconds between two messages: what is selected meanwhile nobody needs to see. */
const pauseMs = 150;

/** As much of a selection as others are told: what is more is seen well enough by these. */
const mostRefs = 60;
const longestRef = 100;

/** A refusal that is over in a while; any other stands until the next connection, as that of a service that knows no presence. */
const passes = "overloaded";

/**
 * Tells other editors what this one works on, and knows what they do. Where the service knows nothing of
 * this, nothing is said and nobody is there.
 */
export class Presence {
  /** Those who are editing now. */
  others: readonly Collaborator[] = [];
  readonly #around: PresenceContext;
  readonly #ending = new AbortController();
  readonly #ends: readonly (() => void)[];
  #connection: Connection | undefined;
  #isFollowing = false;
  /** The number of this editor, as long as it is present. */
  #you: number | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #said = "";

  constructor(around: PresenceContext) {
    this.#around = around;
    const { client, session, view } = around;
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

  /** Leaves. */
  close(): void {
    this.#ending.abort();
    clearTimeout(this.#timer);
    for (const end of this.#ends) end();
  }

  async #begin(): Promise<void> {
    if (this.#isFollowing) return;
    this.#isFollowing = true;
    const { client } = this.#around;
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
    this.#around.changed();
  }

  #sayLater(): void {
    if (this.#you === undefined) return;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#say();
    }, pauseMs);
  }

  #say(): void {
    const { client, session, view } = this.#around;
    const { plan } = session.state;
    const { level, selection } = view.state;
    if (this.#you === undefined) return;
    const work = {
      presence: this.#you,
      level: shownLevel(plan, level),
      selection: selection.slice(0, mostRefs).filter((ref) => ref.length <= longestRef),
    };
    const said = JSON.stringify(work);
    if (said === this.#said) return;
    this.#said = said;
    const message = { type: `${client.domain}/presence/update`, ...work };
    // Whoever is not told will be told the next thing.
    this.#connection?.sendMessagePromise(message).catch(() => undefined);
  }
}
