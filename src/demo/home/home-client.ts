import { isLeft, left, right } from "fp-ts/lib/Either.js";
import * as TE from "fp-ts/lib/TaskEither.js";
import { anyObject } from "../../model/codec.ts";
import type { JsonObject } from "../../model/json.ts";
import {
  type Fields,
  type HomeAssistantClient,
  HomeAssistantEvent,
  type LongAnswerConnection,
  type ScreenUpstream,
} from "../../home-assistant/shared/shared-connection.ts";
import { unavailable } from "../../home-assistant/upstream/status.ts";
import { textIdsIn } from "../../model/bindings/services.ts";
import type { CommandError } from "../../server/websocket/command.ts";
import { linkQualityHistory, linkQualitySensors, zhaDevices } from "./mesh.ts";
import { registryAnswers } from "./registry.ts";
import type { SimulatedHome, StateSince } from "./simulated-home.ts";
import { icons, stateWords } from "./words.ts";

const config = {
  unit_system: { temperature: "°C", length: "km", mass: "g", volume: "L", pressure: "Pa" },
  language: "en",
  country: null,
  currency: "EUR",
  version: "2026.10.0",
  state: "RUNNING",
  components: ["zha"],
};

const compressed = ({ state, attributes, sinceMs }: StateSince) => ({
  s: state,
  a: attributes,
  c: "demo",
  lc: sinceMs / 1000,
});

const listed = ([entity_id, { state, attributes, sinceMs }]: readonly [string, StateSince]) => {
  const at = new Date(sinceMs).toISOString();
  return { entity_id, state, attributes, last_changed: at, last_updated: at };
};

/** The service has decoded the fields from JSON. */
const isJsonObject = (value: unknown): value is JsonObject => anyObject.is(value);

const objectIn = (fields: Fields, name: string): JsonObject => {
  const value = fields[name];
  return isJsonObject(value) ? value : {};
};

const textsIn = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === "string") : [];

const momentIn = (value: unknown, otherwise: number): number =>
  typeof value === "string" ? Date.parse(value) : otherwise;

/** Calls that the template makes of `states`, the only function that the demo renders. */
const statesCall = /\{\{\s*states\(\s*['"]([^'"]+)['"]\s*\)\s*\}\}/g;

type Answer = TE.TaskEither<CommandError, unknown>;

const refused = (code: string, message: string): TE.TaskEither<CommandError, never> =>
  TE.left({ code, message });

/** The simulated house as Home Assistant answers for it. */
export class HomeClient implements HomeAssistantClient, LongAnswerConnection {
  readonly #home: SimulatedHome;

  constructor(home: SimulatedHome) {
    this.#home = home;
  }

  readonly command = (type: string, fields: Fields): Answer => {
    const registry = registryAnswers[type];
    if (registry !== undefined) return TE.right(registry);
    switch (type) {
      case "get_config":
        return TE.right(config);
      case "get_states":
        return TE.right([...this.#home.states].map(listed));
      case "config/entity_registry/list":
        return TE.right(linkQualitySensors);
      case "zha/devices":
        return TE.right(zhaDevices(Date.now()));
      case "history/history_during_period":
        return TE.right(this.#history(fields));
      case "frontend/get_icons":
        return TE.right({ resources: fields["category"] === "entity_component" ? icons : {} });
      case "frontend/get_translations":
        return TE.right({ resources: stateWords(String(fields["language"])) });
      default:
        return refused("unknown_command", "the demo's house does not know this command");
    }
  };

  readonly call = (fields: Fields): Answer => {
    const [domain, service] = [String(fields["domain"]), String(fields["service"])];
    const [data, target] = [objectIn(fields, "service_data"), objectIn(fields, "target")];
    const entities = [target, data].flatMap((each) => textIdsIn(each["entity_id"]));
    return this.#home.call(domain, service, entities, data)
      ? TE.right({ context: { id: "demo", parent_id: null, user_id: null } })
      : refused("not_found", `the demo's house has no action ${domain}.${service}`);
  };

  readonly subscribe: HomeAssistantClient["subscribe"] = (type, fields, onEvent) => {
    const emit = (event: unknown): void => onEvent(HomeAssistantEvent.of(event));
    switch (type) {
      case "subscribe_entities":
        return TE.right(this.#followStates(new Set(textsIn(fields["entity_ids"])), emit));
      case "render_template":
        return TE.right(this.#render(String(fields["template"]), emit));
      case "subscribe_events":
        return TE.right(() => undefined);
      default:
        return refused("unknown_command", "the demo's house does not know this command");
    }
  };

  readonly text: LongAnswerConnection["text"] = (type, fields) => async () => {
    const answer = await this.command(type, fields)();
    return isLeft(answer) ? answer : right([Buffer.from(JSON.stringify(answer.right))]);
  };

  readonly isOpen = (): boolean => true;

  readonly close = (): void => undefined;

  /** Follows entities: first the states of all, later those that change. */
  #followStates(wanted: ReadonlySet<string>, emit: (event: unknown) => void): () => void {
    const told = (states: Iterable<readonly [string, StateSince]>) => ({
      a: Object.fromEntries(
        [...states]
          .filter(([entity]) => wanted.has(entity))
          .map(([entity, state]) => [entity, compressed(state)]),
      ),
    });
    return this.#following(
      () => emit(told(this.#home.states)),
      (entity, state) => {
        if (wanted.has(entity)) emit(told([[entity, state]]));
      },
    );
  }

  /** Renders a template, again whenever a state in it changes. */
  #render(template: string, emit: (event: unknown) => void): () => void {
    const entities = new Set([...template.matchAll(statesCall)].map(([, entity = ""]) => entity));
    const tell = (): void => {
      const result = template.replaceAll(
        statesCall,
        (_, entity: string) => this.#home.states.get(entity)?.state ?? "unknown",
      );
      emit(
        /\{[{%]/.test(result)
          ? { error: "the demo renders only {{ states('…') }}", level: "ERROR" }
          : {
              result,
              listeners: { all: false, entities: [...entities], domains: [], time: false },
            },
      );
    };
    return this.#following(tell, (entity) => {
      if (entities.has(entity)) tell();
    });
  }

  /** Calls `first` once the subscription is answered, then `changed` with each change; the result ends that. */
  #following(first: () => void, changed: (entity: string, state: StateSince) => void): () => void {
    let end: (() => void) | undefined;
    const begin = setTimeout(() => {
      end = this.#home.listen(changed);
      first();
    });
    return () => {
      clearTimeout(begin);
      end?.();
    };
  }

  #history(fields: Fields): Readonly<Record<string, unknown>> {
    const nowMs = Date.now();
    const [from, to] = [momentIn(fields["start_time"], nowMs), momentIn(fields["end_time"], nowMs)];
    const isShort = fields["no_attributes"] === true;
    const entities = textsIn(fields["entity_ids"]);
    const past = this.#home.history(entities, from, to);
    const told = ({ state, attributes, sinceMs }: StateSince): object => {
      const [s, lu] = [state, sinceMs / 1000];
      return isShort ? { s, lu } : { s, a: attributes, lu };
    };
    return Object.fromEntries(
      entities.map((entity) => [
        entity,
        (past[entity] ?? []).map(told).concat(linkQualityHistory(entity, from, to)),
      ]),
    );
  }
}

/** The house as the service reaches it: always there. */
export const upstreamOf = (home: SimulatedHome): ScreenUpstream => ({
  hasToken: true,
  longestPauseMs: 1000,
  connect: async () => {
    const client = new HomeClient(home);
    return right({ client, closed: new Promise<string>(() => undefined), close: client.close });
  },
  picture: () => Promise.resolve(left(unavailable("this house has no pictures"))),
});
