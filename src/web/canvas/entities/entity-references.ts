import { entitiesOf, type PlanData, refOf } from "../../../model/elements/entities.ts";
import {
  isList,
  isObject,
  type Json,
  type JsonObject,
  textIn,
  withField,
} from "../../../model/json.ts";
import { type Collection, collections } from "../../../model/kinds/kinds.ts";
import { isEntityId } from "../../../model/bindings/entity-state.ts";
import { bindingsOf, entityFields, isTemplate } from "../../../model/bindings/element-bindings.ts";
import type { RegistrySnapshot } from "../../home-assistant/registry-snapshot.ts";
import type { Finding } from "../../../model/editing/check.ts";
import { touches } from "../../../model/bindings/touch-actions.ts";
import { joined, type Registries, type Rename } from "../../home-assistant/registries.ts";
import { updateElements } from "../../../model/editing/change.ts";
import type { Texts } from "../../i18n/editor-translator.ts";
import type { EditorContext } from "../component.ts";

const idsIn = (value: Json | undefined): readonly string[] =>
  (isList(value) ? value : [value]).flatMap((each) => {
    const id = textIn(each);
    return id !== undefined && isEntityId(id) ? [id] : [];
  });

/** The entities that an element refers to by id, except in templates. */
const entitiesNamed = (list: Collection, data: JsonObject): readonly string[] => {
  const { entities, controls, calls } = bindingsOf(list, data);
  const called = calls.flatMap((call) =>
    [call.target, call.data].flatMap(({ entity_id }) => idsIn(entity_id)),
  );
  return [...entities, ...controls, ...called];
};

/** Matches entity ids in a template, also in `states.light.hall`. */
const idsInTemplates = /(?<![\w.])(?:states\.)?([a-z]\w*\.\w+)/g;

/** All entities that a plan refers to, including in templates. */
export const entitiesOfPlan = (plan: PlanData): ReadonlySet<string> => {
  const found = new Set<string>();
  for (const list of collections)
    for (const { data } of entitiesOf(plan, list)) {
      for (const id of entitiesNamed(list, data)) found.add(id);
      for (const template of bindingsOf(list, data).templates)
        for (const [, id = ""] of template.matchAll(idsInTemplates)) found.add(id);
    }
  return found;
};

/** The entities in a plan that Home Assistant lacks, each with the first element that refers to it. */
export const unknownEntitiesIn = (
  plan: PlanData,
  { byId }: RegistrySnapshot,
): readonly Finding[] => {
  const found = new Map<string, Finding>();
  for (const list of collections)
    for (const entity of entitiesOf(plan, list))
      for (const id of entitiesNamed(list, entity.data))
        if (!byId.has(id) && !found.has(id))
          found.set(id, {
            kind: "unknownEntity",
            ref: refOf(entity),
            subject: entity.key,
            detail: id,
          });
  return [...found.values()];
};

/** How to rename ids and templates. */
interface Names {
  readonly id: (id: string) => string;
  readonly template: (text: string) => string;
}

type Changer = (value: Json) => Json;

/** The object with some fields changed; the same object if nothing changes. */
const withFields = (object: JsonObject, fields: Iterable<string>, change: Changer): JsonObject => {
  let next = object;
  for (const field of fields) {
    const value = object[field];
    if (value !== undefined) next = withField(next, field, change(value));
  }
  return next;
};

/** The list with its entries changed; the same list if nothing changes. */
const each = (list: readonly Json[], change: Changer): readonly Json[] => {
  const next = list.map(change);
  return next.every((value, at) => value === list[at]) ? list : next;
};

const changers = (names: Names): ((data: JsonObject) => JsonObject) => {
  const id: Changer = (value) => (typeof value === "string" ? names.id(value) : value);
  const ids: Changer = (value) => (isList(value) ? each(value, id) : id(value));
  const template: Changer = (value) =>
    typeof value === "string" && isTemplate(value) ? names.template(value) : value;
  const condition: Changer = (value) => {
    if (!isObject(value)) return value;
    const { any } = value;
    if (isList(any)) return withField(value, "any", each(any, condition));
    return withFields(withFields(value, ["entity"], id), ["template"], template);
  };
  const conditions: Changer = (value) =>
    isList(value) ? each(value, condition) : condition(value);
  const target: Changer = (value) =>
    isObject(value) ? withFields(value, ["entity_id"], ids) : value;
  const action: Changer = (value) =>
    isObject(value)
      ? withFields(
          withFields(value, ["entity", "entity_id"], ids),
          ["target", "data", "service_data"],
          target,
        )
      : value;
  const words = (data: JsonObject): JsonObject => withFields(data, ["text", "text_on"], template);
  const rule: Changer = (value) =>
    isObject(value) ? words(withFields(value, ["if"], conditions)) : value;
  const rules: Changer = (value) => (isList(value) ? each(value, rule) : value);
  return (data) => {
    const named = withFields(words(data), [...entityFields, "sheet_extra"], ids);
    const touched = withFields(
      named,
      touches.map((touch) => `${touch}_action`),
      action,
    );
    return withFields(touched, ["rules"], rules);
  };
};

/** Matches ids as whole words: also in `states.light.hall`, but not in `sensor.light.hall` or `light.hall_2`. */
const wordsOf = (ids: Iterable<string>): RegExp => {
  const any = [...ids].map((id) => id.replace(".", String.raw`\.`)).join("|");
  return new RegExp(String.raw`(?<=(?:^|[^\w.])(?:states\.)?)(?:${any})(?!\w)`, "g");
};

/**
 * Renames entities in a plan: in entity fields, conditions and actions, and as whole words in templates. Returns the
 * same plan if nothing changes.
 */
export const renameEntities = (plan: PlanData, renames: readonly Rename[]): PlanData => {
  const newIds = new Map(renames.map(({ from, to }) => [from, to]));
  if (newIds.size === 0) return plan;
  const newId = (id: string): string => newIds.get(id) ?? id;
  const words = wordsOf(newIds.keys());
  const change = changers({ id: newId, template: (text) => text.replaceAll(words, newId) });
  const refs = collections.flatMap((list) => entitiesOf(plan, list).map(refOf));
  return updateElements(plan, new Map(refs.map((ref) => [ref, change])));
};

/** What following renames needs. */
interface RenameContext extends Pick<EditorContext, "session" | "say"> {
  readonly registries: Pick<Registries, "now">;
  /** The current words; the language may load after the client. */
  readonly texts: () => Pick<Texts, "homeAssistant">;
  /** Whether the page is visible. */
  readonly isSeen: () => boolean;
}

/**
 * Follows renames of Home Assistant in the plan: one undo step for all that arrive together, saved at once if nothing
 * else is unsaved. It waits for the plan and until the page is visible. Of several editors, the later ones find it done
 * or merge the same change.
 */
export class RenameFollower {
  readonly #context: RenameContext;
  #waiting: readonly Rename[] = [];

  constructor(context: RenameContext) {
    this.#context = context;
  }

  /** Takes new renames. */
  take(renames: readonly Rename[]): void {
    this.#waiting = joined([...this.#waiting, ...renames]);
    this.follow();
  }

  /** Applies waiting renames, if possible now. */
  follow(): void {
    const { session, registries, say, texts, isSeen } = this.#context;
    const known = registries.now?.byId;
    const isHere = session.state.connection === "live" && isSeen();
    if (this.#waiting.length === 0 || !isHere || known === undefined) return;
    const waiting = this.#waiting;
    this.#waiting = [];
    // An id may meanwhile belong to another entity, which is left alone.
    const renames = waiting.filter(({ from, to }) => !known.has(from) && known.has(to));
    const [first] = renames;
    if (first === undefined) return;
    const { isDirty, isSaving, plan } = session.state;
    session.edit({ action: "renamed" }, (now) => renameEntities(now, renames));
    if (session.state.plan === plan) return;
    const { renamed, renamedMany } = texts().homeAssistant;
    say(renames.length === 1 ? renamed(first.from, first.to) : renamedMany(renames.length));
    if (!isDirty && !isSaving) void session.save();
  }
}
