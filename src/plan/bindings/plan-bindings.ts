import type { ServiceCall } from "../../model/bindings/touch-actions.ts";
import type { Switchable } from "../../model/bindings/services.ts";
import { bindingsOf, pageActionsIn } from "../../model/bindings/element-bindings.ts";
import { entitiesOfSensor } from "../../model/bindings/rename-entities.ts";
import { sunEntity, sunFieldIn } from "../../model/bindings/sun.ts";
import { canonicalJson, isObject } from "../../model/json.ts";
import { type BadTracker, needsWalls, type Target } from "../../model/trackers/tracker.ts";
import type { PlanData } from "../../model/elements/entities.ts";
import { type Collection, isCollection } from "../../model/kinds/kinds.ts";
import type { CooperativeTask } from "../raw-json/json-cursor.ts";
import type { Chunk } from "../text/chunk.ts";
import type { PlanText } from "../text/plan-text.ts";
import { optionName } from "../../server/config.ts";
import { noZones, type PlanZones } from "../../model/zones/zone-occupants.ts";
import { parsed, type TrackerLimits, TrackerReader } from "./tracker-reader.ts";
import { readZones } from "./plan-zones.ts";

/** What a plan names of Home Assistant. */
export interface PlanBindings extends Switchable {
  /** Entities whose states it shows or depends on. */
  readonly entities: ReadonlySet<string>;
  /** Templates rendered for it. */
  readonly templates: ReadonlySet<string>;
  /** Actions that only Home Assistant's page performs. */
  readonly pageActions: ReadonlySet<string>;
  /** Entities to which its zones are written; no screen gets these. */
  readonly sensors: ReadonlySet<string>;
  /** What it tracks. The entities that this depends on are not among `entities`, which every screen gets. */
  readonly targets: readonly (Target | BadTracker)[];
  /** Its floors, walls and doors, if where a target is depends on them; else nothing. */
  readonly floors: PlanData;
  readonly zones: PlanZones;
}

/** Limits on what is read of a plan. */
export interface BindingLimits extends TrackerLimits {
  readonly planEntities: number;
  readonly planTemplates: number;
  /** Service calls in a plan, as many page actions, and as many entities of zones' sensors. */
  readonly planCalls: number;
}

/** Limits on what each save reads: an element with many rules has far less, and a large home fewer actions. */
export const bindingLimits = {
  planElementBytes: 256 * 1024,
  planCalls: 1000,
  planTrackers: 200,
};

export const noBindings: PlanBindings = {
  entities: new Set(),
  templates: new Set(),
  controls: new Set(),
  calls: [],
  pageActions: new Set(),
  sensors: new Set(),
  targets: [],
  floors: {},
  zones: noZones,
};

/** The limit for each kind of name. */
const limitOf = {
  entities: "planEntities",
  controls: "planEntities",
  sensors: "planCalls",
  templates: "planTemplates",
  pageActions: "planCalls",
} as const satisfies Readonly<Record<string, keyof BindingLimits>>;

type BindingNames = Readonly<Record<keyof typeof limitOf, Iterable<string>>> & {
  readonly calls: readonly ServiceCall[];
};

const noFloors: PlanData = {};

/** Collects names; what exceeds a limit is left out, and the limit is noted. */
class BindingCollector {
  readonly names = {
    entities: new Set<string>(),
    templates: new Set<string>(),
    controls: new Set<string>(),
    calls: new Array<ServiceCall>(),
    pageActions: new Set<string>(),
    sensors: new Set<string>(),
    targets: new Array<Target | BadTracker>(),
    floors: noFloors,
    zones: noZones,
  } satisfies PlanBindings;
  readonly reached = new Set<keyof BindingLimits>();
  readonly #limits: BindingLimits;

  constructor(limits: BindingLimits) {
    this.#limits = limits;
  }

  passedOver(): void {
    this.reached.add("planElementBytes");
  }

  add(named: BindingNames): void {
    this.#fill("entities", named.entities);
    this.#fill("controls", named.controls);
    this.#fill("templates", named.templates);
    this.#fill("pageActions", named.pageActions);
    this.#fill("sensors", named.sensors);
    this.#addCalls(named.calls);
  }

  addTargets(targets: readonly (Target | BadTracker)[]): void {
    const { planTrackers } = this.#limits;
    if (targets.length > planTrackers) this.reached.add("planTrackers");
    this.names.targets.push(...targets.slice(0, planTrackers));
  }

  #fill(kind: keyof typeof limitOf, more: Iterable<string>): void {
    const into = this.names[kind];
    const limit = limitOf[kind];
    for (const each of more) {
      if (into.size < this.#limits[limit] || into.has(each)) into.add(each);
      else this.reached.add(limit);
    }
  }

  #addCalls(calls: readonly ServiceCall[]): void {
    const room = this.#limits.planCalls - this.names.calls.length;
    if (calls.length > room) this.reached.add("planCalls");
    this.names.calls.push(...calls.slice(0, room));
  }
}

const nothing: BindingNames = {
  entities: [],
  controls: [],
  templates: [],
  pageActions: [],
  sensors: [],
  calls: [],
};

/** The plan's direction of north; a plan that has one shows daylight. */
const northIn = (text: PlanText): number | undefined => {
  const north = text.member("north");
  // No number is that long.
  if (north === undefined || north.bytes > 100) return undefined;
  return sunFieldIn({ north: parsed(north.text.toString("utf8", north.valueStart)) }, "north");
};

/** What an element names; null if it is too long to be read. */
type ElementNames = BindingNames | null;

/** Reads what the plan's elements name, and remembers it by the plan's pieces: those that revisions share are read once. */
export class BindingReader {
  readonly #limits: BindingLimits;
  /** By chunk and list; a chunk can only be in lists of one name, unless a patch moved it. */
  readonly #known = new WeakMap<Chunk, Map<Collection, readonly ElementNames[]>>();
  readonly #trackers: TrackerReader;

  constructor(limits: BindingLimits) {
    this.#limits = limits;
    this.#trackers = new TrackerReader(limits);
  }

  /**
   * What the elements of a plan name. Each is parsed by itself, so that large plans block nobody; an element above the
   * limit is skipped.
   */
  *read(text: PlanText): CooperativeTask<BindingCollector> {
    const all = new BindingCollector(this.#limits);
    if (northIn(text) !== undefined) all.add({ ...nothing, entities: [sunEntity] });
    for (const name of new Set(text.members.map((member) => member.name ?? ""))) {
      const chunks = text.member(name)?.list?.chunks;
      if (chunks === undefined || !isCollection(name)) continue;
      for (const chunk of chunks) {
        yield;
        for (const names of this.#namesIn(chunk, name))
          if (names === null) all.passedOver();
          else all.add(names);
      }
    }
    all.addTargets(yield* this.#trackers.targetsIn(text));
    if (all.names.targets.some(needsWalls)) all.names.floors = yield* this.#trackers.floorsIn(text);
    all.names.zones = yield* readZones(text, this.#limits.planElementBytes);
    return all;
  }

  #namesIn(chunk: Chunk, list: Collection): readonly ElementNames[] {
    const known = this.#known.get(chunk) ?? new Map<Collection, readonly ElementNames[]>();
    this.#known.set(chunk, known);
    const before = known.get(list);
    if (before !== undefined) return before;
    const names = chunk.elements().flatMap((text): readonly ElementNames[] => {
      if (text.length > this.#limits.planElementBytes) return [null];
      const element = parsed(text.toString());
      return isObject(element)
        ? [
            {
              ...bindingsOf(list, element),
              pageActions: pageActionsIn(element),
              sensors: list === "zones" ? entitiesOfSensor(element) : [],
            },
          ]
        : [];
    });
    known.set(list, names);
    return names;
  }
}

/** Beyond these limits it is unknown whether there is a call, a template or a sensor of a zone. */
const looking = ["planTemplates", "planCalls", "planElementBytes"] as const;

/** Characters of a template or action in a message. */
const maxQuotedCharacters = 120;

const keyOf = ({ domain, service, data, target }: ServiceCall): string =>
  canonicalJson([domain, service, data, target]);

/**
 * The first template, call, page action or entity of a zone's sensor that a plan would add, worded as the beginning of a sentence; undefined if
 * the other plan has them all, wherever they are. A plan that exceeds a limit counts as adding something.
 */
export function* firstAddedBinding(
  { names, reached }: BindingCollector,
  before: PlanBindings,
  limits: BindingLimits,
): CooperativeTask<string | undefined> {
  const limit = looking.find((each) => reached.has(each));
  if (limit !== undefined)
    return `what goes beyond ${optionName(limit)}, ${limits[limit]}, is not checked`;
  for (const template of names.templates)
    if (!before.templates.has(template))
      return `the template ${JSON.stringify(template.slice(0, maxQuotedCharacters))} is not in the stored plan`;
  for (const action of names.pageActions)
    if (!before.pageActions.has(action))
      return `the action ${action.slice(0, maxQuotedCharacters)} is not in the stored plan in this form`;
  for (const entity of names.sensors)
    if (!before.sensors.has(entity))
      return `the zone's entity ${entity.slice(0, maxQuotedCharacters)} is not in the stored plan`;
  const known = new Set<string>();
  for (const call of before.calls) {
    known.add(keyOf(call));
    yield;
  }
  for (const call of names.calls) {
    const { domain, service } = call;
    if (!known.has(keyOf(call)))
      return `the call ${domain}.${service} is not in the stored plan in this form`;
    yield;
  }
  return undefined;
}
