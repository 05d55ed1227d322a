import type { Message } from "../peer.ts";
import { anyObject } from "../../../src/model/codec.ts";
import type { Change, DoubleCore, EntityState } from "./double-core.ts";
import type { DoublePeople } from "./double-users.ts";
import { getIcons, getTranslations } from "./double-resources.ts";
import { callService } from "./double-services.ts";
import type { ReceivedMessage } from "./received-messages.ts";
import type { People, Person } from "./home-assistant-under-test.ts";

/** What a command works with: the home, the caller, and the way to send events. */
export interface Asked {
  readonly heard: ReceivedMessage;
  /** The double's own answer, if a test has replaced it. */
  readonly usual: () => Outcome | undefined;
  readonly core: DoubleCore;
  readonly people: People & Pick<DoublePeople, "list">;
  readonly person: Person;
  readonly send: (event: unknown) => void;
  /** Keeps a subscription until it is unsubscribed or the connection ends. */
  readonly keep: (end: () => void) => void;
  /** Ends a subscription; false if there was none. */
  readonly end: (id: unknown) => boolean;
  /** Registers a callback for when the result is sent. */
  readonly afterwards: (then: () => void) => void;
}

/** A command's answer. */
export type Outcome =
  | { readonly result: unknown }
  | { readonly error: { readonly code: string; readonly message: string } };

/** A command of the double: the answer to a message; undefined if the test answers it. */
export type Command = (asked: Asked, message: Message) => Outcome | undefined;

/** Leaves a command unanswered, for the test to answer. */
export const held: Command = () => undefined;

const failed = (code: string, message: string): Outcome => ({ error: { code, message } });
const done: Outcome = { result: null };

const added = ({ lu, lc, ...rest }: EntityState): object =>
  lu === lc ? { ...rest, lc } : { ...rest, lc, lu };

const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

const changed = ({ id, before, now }: Change): object => {
  if (now === undefined) return { r: [id] };
  if (before === undefined) return { a: { [id]: added(now) } };
  const a = Object.entries(now.a).filter(([key, each]) => !isSame(before.a[key], each));
  const gone = Object.keys(before.a).filter((key) => !Object.hasOwn(now.a, key));
  const more = {
    ...(before.s === now.s ? { lu: now.lu } : { s: now.s, lc: now.lc }),
    c: now.c,
    ...(a.length === 0 ? {} : { a: Object.fromEntries(a) }),
  };
  return { c: { [id]: { "+": more, ...(gone.length === 0 ? {} : { "-": { a: gone } }) } } };
};

const subscribeEntities: Command = ({ core, send, keep, afterwards }, { entity_ids }) => {
  const wants = (id: string): boolean => !Array.isArray(entity_ids) || entity_ids.includes(id);
  const tell = (change: Change): void => {
    if (wants(change.id)) send(changed(change));
  };
  afterwards(() => {
    const states = [...core.states].filter(([id]) => wants(id));
    send({ a: Object.fromEntries(states.map(([id, state]) => [id, added(state)])) });
    core.on("change", tell);
  });
  keep(() => core.off("change", tell));
  return done;
};

const renderTemplate: Command = ({ core, send, keep, afterwards }, message) => {
  const { template, report_errors } = message;
  if (typeof template !== "string")
    return failed("invalid_format", "required key not provided at 'template'. Got None");
  const entity = core.entityOf(template);
  const entities = entity === undefined ? [] : [entity];
  const render = (): void => {
    const rendered = core.render(template);
    if ("error" in rendered) {
      if (report_errors === true) send({ error: rendered.error, level: "ERROR" });
    } else send({ ...rendered, listeners: { all: false, entities, domains: [], time: false } });
  };
  // Home Assistant sends an error before its answer, and again after it.
  if ("error" in core.render(template)) render();
  const onChange = ({ id, before, now }: Change): void => {
    if (id === entity && before?.s !== now?.s) render();
  };
  const onRendered = (which: string): void => {
    if (which === template) render();
  };
  afterwards(() => {
    render();
    core.on("change", onChange).on("rendered", onRendered);
  });
  keep(() => core.off("change", onChange).off("rendered", onRendered));
  return done;
};

const subscribeEvents: Command = ({ core, send, keep }, { event_type }) => {
  const tell = (type: string, data: Readonly<Record<string, unknown>>): void => {
    if (event_type !== undefined && event_type !== type) return;
    const time_fired = new Date().toISOString();
    send({ event_type: type, data, origin: "LOCAL", time_fired });
  };
  core.on("event", tell);
  keep(() => core.off("event", tell));
  return done;
};

const historyDuringPeriod: Command = ({ core }, message) => {
  const { entity_ids, start_time, minimal_response, no_attributes } = message;
  if (!Array.isArray(entity_ids))
    return failed("invalid_format", "required key not provided at 'entity_ids'. Got None");
  const from = Date.parse(String(start_time)) / 1000;
  const isShort = minimal_response === true || no_attributes === true;
  const entries = entity_ids.flatMap((id): [string, unknown][] => {
    const states = core.history.filter((each) => each.id === id && each.state.lu >= from);
    const shown = states.map(({ state: { s, a, lu } }) => (isShort ? { s, lu } : { s, a, lu }));
    return shown.length === 0 ? [] : [[String(id), shown]];
  });
  return { result: Object.fromEntries(entries) };
};

const call: Command = ({ core, people, person }, message) => {
  const isAdministrators =
    message["domain"] === "homeassistant" &&
    ["restart", "stop"].some((each) => each === message["service"]);
  if (person === people.guest || (isAdministrators && person !== people.owner))
    return failed("home_assistant_error", "Unauthorized");
  const outcome = callService(core, message);
  if ("code" in outcome) return { error: outcome };
  const context = { id: outcome.contextId, parent_id: null, user_id: person.id };
  return { result: { context } };
};

const currentUser: Command = ({ people, person: { id, name } }) => {
  const isOwner = id === people.owner.id;
  return { result: { id, name, is_owner: isOwner, is_admin: isOwner, credentials: [] } };
};

const listUsers: Command = ({ people, person }) =>
  person === people.owner ? { result: people.list } : failed("unauthorized", "Unauthorized");

const getStates: Command = ({ core }) => ({
  result: [...core.states].map(([entity_id, { s, a, c, lc, lu }]) => ({
    entity_id,
    state: s,
    attributes: a,
    last_changed: new Date(lc * 1000).toISOString(),
    last_updated: new Date(lu * 1000).toISOString(),
    context: { id: c, parent_id: null, user_id: null },
  })),
});

const listForDisplay: Command = ({ core }) => ({
  result: { entity_categories: {}, entities: core.registries.entity },
});

const unsubscribe: Command = ({ end }, { subscription }) =>
  end(subscription) ? done : failed("not_found", "Subscription not found.");

const entryOf = (entity_id: string, id: string): object => ({ entity_id, id, platform: "demo" });

const listEntries: Command = ({ core: { entries } }) => ({
  result: [...entries].map(([entity, id]) => entryOf(entity, id)),
});

const getEntries: Command = ({ core: { entries } }, { entity_ids }) => {
  if (!Array.isArray(entity_ids))
    return failed("invalid_format", "required key not provided at 'entity_ids'. Got None");
  const found = entity_ids.map(String).map((entity): [string, object | null] => {
    const id = entries.get(entity);
    return [entity, id === undefined ? null : entryOf(entity, id)];
  });
  return { result: Object.fromEntries(found) };
};

/** The double's commands by type. */
export const commands: ReadonlyMap<string, Command> = new Map<string, Command>([
  ["supported_features", () => done],
  ["auth/current_user", currentUser],
  ["config/auth/list", listUsers],
  ["get_config", ({ core }) => ({ result: core.config })],
  ["get_states", getStates],
  ["subscribe_entities", subscribeEntities],
  ["subscribe_events", subscribeEvents],
  ["unsubscribe_events", unsubscribe],
  ["render_template", renderTemplate],
  ["call_service", call],
  ["history/history_during_period", historyDuringPeriod],
  ["config/area_registry/list", ({ core }) => ({ result: core.registries.area })],
  ["config/floor_registry/list", ({ core }) => ({ result: core.registries.floor })],
  ["config/device_registry/list", ({ core }) => ({ result: core.registries.device })],
  ["config/entity_registry/get_entries", getEntries],
  ["config/entity_registry/list", listEntries],
  ["config/entity_registry/list_for_display", listForDisplay],
  ["frontend/get_icons", getIcons],
  ["frontend/get_translations", getTranslations],
]);

/** The answer to a message: the test's for its type, else the double's. */
export const outcomeOf = (
  told: ReadonlyMap<string, Command>,
  asked: Omit<Asked, "usual">,
  message: Message,
): Outcome | undefined => {
  const type = String(message["type"]);
  const own = commands.get(type) ?? (() => failed("unknown_command", "Unknown command."));
  const usual = (): Outcome | undefined => own(all, message);
  const all = { ...asked, usual };
  return (told.get(type) ?? own)(all, message);
};

/** A client's frame; undefined if it is invalid. */
export const frameOf = (text: string): Message | undefined => {
  const value: unknown = JSON.parse(text);
  return anyObject.is(value) ? value : undefined;
};
