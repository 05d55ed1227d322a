import { isLeft } from "fp-ts/lib/Either.js";
import type { Connection } from "home-assistant-js-websocket";
import type { PlanData } from "../../model/elements/entities.ts";
import { isObject, type Json, textIn } from "../../model/json.ts";
import type { ServiceCall } from "../../model/bindings/touch-actions.ts";
import { stateTexts } from "../../model/bindings/state-text.ts";
import { iconById } from "../../model/bindings/icon-by-id.ts";
import { keepSubscribed } from "../connection/resubscribe.ts";
import { catchProblem } from "../connection/asking.ts";
import type {
  Answer,
  PlanProblem,
  PlanSource,
  SubscriptionState,
} from "../connection/plan-client.ts";
import { applyEvent, askHistory, chunksOf, type EntityTable } from "./entity-states.ts";
import { oncePerFrame } from "../ui/page-events.ts";
import {
  type HistoryQuery,
  type HomeAssistant,
  type HomeAssistantState,
  isThere,
  nothingKnown,
  type PastState,
} from "./home-assistant.ts";
import { EntityDisplayInfo } from "./entity-display-info.ts";
import { areEqual, referencesIn } from "./plan-references.ts";
import { Templates } from "./templates.ts";

/** The answer of `house/picture`. */
interface Picture {
  readonly type: string;
  readonly content: string;
}

/** Unknown commands mean that there is no Home Assistant, so there is no point in retrying. */
const isUnknown = ({ code }: PlanProblem): boolean => code === "unknown_command";

const none: ReadonlySet<string> = new Set();

/** Home Assistant behind a service, in Home Assistant's own messages. */
export class ServiceHomeAssistant implements HomeAssistant {
  now: HomeAssistantState = { ...nothingKnown, stateTexts };
  readonly #client: PlanSource;
  readonly #changed: () => void;
  readonly #ending = new AbortController();
  readonly #table: EntityTable = new Map();
  readonly #frame = oncePerFrame(() => this.#tell());
  #connection: Connection | undefined;
  #templates: Templates | undefined;
  #displayInfo: EntityDisplayInfo | undefined;
  #language: string | undefined;
  #states: { readonly ending: AbortController; readonly again: () => void } | undefined;
  #entities: ReadonlySet<string> = none;
  #wanted: ReadonlySet<string> = none;
  #hasNewStates = false;
  #hasNewResults = false;

  /** `changed` is called when `now` changes, at most once per frame. */
  constructor(client: PlanSource, changed: () => void) {
    this.#client = client;
    this.#changed = changed;
    void this.#begin();
  }

  follow(plan: PlanData): void {
    const { entities, templates } = referencesIn(plan);
    this.#wanted = templates;
    if (!areEqual(entities, this.#entities)) {
      this.#entities = entities;
      this.#followStates();
    }
    this.#followTemplates();
  }

  setLanguage(language: string): void {
    this.#language = language;
    this.#displayInfo?.setLanguage(language);
  }

  async call({ domain, service, data, target }: ServiceCall): Answer<void> {
    return this.#ask(async (connection) => {
      const fields = { domain, service, service_data: data, target };
      await connection.sendMessagePromise({ type: "call_service", ...fields });
    });
  }

  async history(past: HistoryQuery): Answer<ReadonlyMap<string, readonly PastState[]>> {
    return this.#ask((connection) => askHistory(connection, past));
  }

  readonly picture = (entity: string): Answer<string> =>
    this.#ask(async (connection) => {
      const fields = { type: `${this.#client.domain}/house/picture`, entity_id: entity };
      const { type, content } = await connection.sendMessagePromise<Picture>(fields);
      return `data:${type};base64,${content}`;
    });

  end(): void {
    this.#ending.abort();
    this.#states?.ending.abort();
    this.#templates?.end();
    this.#displayInfo?.forget();
    this.#frame.end();
  }

  async #ask<Value>(ask: (connection: Connection) => Promise<Value>): Answer<Value> {
    const reached = await this.#client.connection();
    return isLeft(reached) ? reached : catchProblem(() => ask(reached.right));
  }

  async #begin(): Promise<void> {
    const reached = await this.#client.connection();
    const { signal } = this.#ending;
    if (isLeft(reached) || signal.aborted) return;
    const connection = reached.right;
    this.#connection = connection;
    this.#templates = new Templates(connection, () => {
      this.#hasNewResults = true;
      this.#frame.ask();
    });
    this.#displayInfo = new EntityDisplayInfo(connection, (display) => this.#update(display));
    if (this.#language !== undefined) this.#displayInfo.setLanguage(this.#language);
    keepSubscribed(connection, {
      message: { type: "subscribe_events", event_type: "entity_registry_updated" },
      onEvent: () => this.#displayInfo?.renew(),
      onState: () => undefined,
      isFinal: ({ code }) => code !== "home_assistant_unavailable",
      signal,
    });
    keepSubscribed(connection, {
      message: { type: `${this.#client.domain}/house/subscribe` },
      onEvent: (event) => this.#heard(event),
      onState: (state) => this.#heardOfStanding(state),
      isFinal: isUnknown,
      signal,
    });
  }

  #heard(event: Json): void {
    const told = isObject(event) ? event : {};
    const { home_assistant: standing, control } = told;
    if (standing !== "connected" && standing !== "away" && standing !== "none") return;
    this.#stand({ standing, control: control === true, reason: textIn(told["reason"]) });
  }

  #heardOfStanding(state: SubscriptionState): void {
    if (state === "live") return;
    // A peer that does not know this command may be Home Assistant itself, which answers its own commands.
    if (typeof state === "object" && isUnknown(state.refused))
      this.#stand({ standing: "connected", control: true, reason: undefined });
    else {
      this.#forget();
      if (isThere(this.now)) this.#update({ standing: "lost" });
    }
  }

  #stand(next: Pick<HomeAssistantState, "standing" | "control" | "reason">): void {
    const before = this.now.standing;
    this.#update(next);
    if (next.standing === "connected" && before !== "connected") {
      if (this.#states === undefined) this.#followStates();
      this.#states?.again();
      this.#followTemplates();
      this.#templates?.retry();
    } else if (next.standing !== "connected") this.#forget();
    if (next.standing === "none") {
      this.#update({ icon: iconById });
      this.#states?.ending.abort();
      this.#states = undefined;
      this.#templates?.want(none);
    }
  }

  /** Forgets everything known so far. */
  #forget(): void {
    this.#templates?.forget();
    this.#displayInfo?.forget();
    if (this.#table.size === 0) return;
    this.#table.clear();
    this.#hasNewStates = true;
    this.#frame.ask();
  }

  #followStates(): void {
    this.#states?.ending.abort();
    this.#states = undefined;
    if (this.#connection === undefined || !this.#isReached || this.#entities.size === 0) return;
    for (const entity of this.#table.keys())
      if (!this.#entities.has(entity)) this.#table.delete(entity);
    const ending = new AbortController();
    const connection = this.#connection;
    const followers = chunksOf([...this.#entities].toSorted()).map((entities) =>
      keepSubscribed(connection, {
        message: { type: "subscribe_entities", entity_ids: entities },
        onEvent: (event) => {
          if (!applyEvent(this.#table, event)) return;
          this.#displayInfo?.know(this.#table.keys());
          this.#hasNewStates = true;
          this.#frame.ask();
        },
        onState: (state) => {
          if (typeof state !== "object") return;
          this.#forget();
          if (isUnknown(state.refused)) this.#update({ standing: "none" });
        },
        isFinal: isUnknown,
        signal: ending.signal,
      }),
    );
    const again = (): void => {
      for (const askAgain of followers) askAgain();
    };
    this.#states = { ending, again };
  }

  #followTemplates(): void {
    if (this.#isReached) this.#templates?.want(this.#wanted);
  }

  get #isReached(): boolean {
    const { standing } = this.now;
    return standing === "connected" || standing === "away";
  }

  #update(next: Partial<HomeAssistantState>): void {
    if (this.#ending.signal.aborted) return;
    this.now = { ...this.now, ...next };
    this.#frame.ask();
  }

  /** Creates new functions for changed results, as drawings compare them by identity. */
  #tell(): void {
    if (this.#hasNewStates) this.now = { ...this.now, states: (entity) => this.#table.get(entity) };
    if (this.#hasNewResults)
      this.now = {
        ...this.now,
        rendered: (template) => this.#templates?.result(template),
        hasErrors: this.#templates?.hasErrors === true,
      };
    this.#hasNewStates = false;
    this.#hasNewResults = false;
    this.#changed();
  }
}
