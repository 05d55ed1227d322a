import type { ServiceCall } from "../../model/bindings/touch-actions.ts";
import type { Switchable } from "../../live/may-call.ts";
import type { ElementBindings } from "../../model/bindings/element-bindings.ts";

/** What a plan names of the house. */
export interface PlanBindings extends Switchable {
  /** The entities whose states it shows, or depends on. */
  readonly entities: ReadonlySet<string>;
  /** The templates that are rendered for it. */
  readonly templates: ReadonlySet<string>;
  /** The actions that Home Assistant's page alone does for it. */
  readonly pageActions: ReadonlySet<string>;
}

/** How much of what a plan names is known. */
export interface BindingLimits {
  /** Entities of a plan. */
  readonly planEntities: number;
  /** Templates of a plan. */
  readonly planTemplates: number;
  /** Calls that stand in a plan, and as many actions of Home Assistant's page. */
  readonly planCalls: number;
  /** Bytes of an element whose names are read. */
  readonly planElementBytes: number;
}

/** A plan that names nothing. */
export const noBindings: PlanBindings = {
  entities: new Set(),
  templates: new Set(),
  controls: new Set(),
  calls: [],
  pageActions: new Set(),
};

/** Gathers what elements name; what goes beyond a limit is left out, and the limit is noted. */
export class BindingCollector {
  readonly names = {
    entities: new Set<string>(),
    templates: new Set<string>(),
    controls: new Set<string>(),
    calls: new Array<ServiceCall>(),
    pageActions: new Set<string>(),
  } satisfies PlanBindings;
  /** The limits that were reached. */
  readonly reached = new Set<keyof BindingLimits>();
  readonly #limits: BindingLimits;

  constructor(limits: BindingLimits) {
    this.#limits = limits;
  }

  /** An element longer than the limit was passed over. */
  passedOver(): void {
    this.reached.add("planElementBytes");
  }

  add(named: ElementBindings, pageActions: readonly string[]): void {
    this.#fill("entities", named.entities, "planEntities");
    this.#fill("controls", named.controls, "planEntities");
    this.#fill("templates", named.templates, "planTemplates");
    this.#fill("pageActions", pageActions, "planCalls");
    this.#addCalls(named.calls);
  }

  /** Adds all that another one has. */
  addAll({ names, reached }: BindingCollector): void {
    for (const limit of reached) this.reached.add(limit);
    const { entities, templates, controls, calls, pageActions } = names;
    this.#fill("entities", entities, "planEntities");
    this.#fill("controls", controls, "planEntities");
    this.#fill("templates", templates, "planTemplates");
    this.#fill("pageActions", pageActions, "planCalls");
    this.#addCalls(calls);
  }

  #fill(
    kind: "entities" | "controls" | "templates" | "pageActions",
    more: Iterable<string>,
    limit: keyof BindingLimits,
  ): void {
    const into = this.names[kind];
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
