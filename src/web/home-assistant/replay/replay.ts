import { isLeft } from "fp-ts/lib/Either.js";
import type { PlanData } from "../../../model/elements/entities.ts";
import { sunEntity } from "../../../model/bindings/sun.ts";
import { domainOf, type States } from "../../../model/bindings/entity-state.ts";
import type { RevisionSource } from "../../connection/past-plans.ts";
import type { PlanProblem } from "../../connection/plan-client.ts";
import type { HomeAssistant } from "../home-assistant.ts";
import { referencesIn } from "../plan-references.ts";
import { type PlanAtMoment, PlanTimeline, StateTimeline } from "./past.ts";

/** A calendar day in the user's time zone. */
interface Day {
  readonly year: number;
  /** 0 to 11, as in JavaScript. */
  readonly month: number;
  readonly date: number;
}

/** The day of a time, in milliseconds since 1970. */
export const dayOf = (ms: number): Day => {
  const at = new Date(ms);
  return { year: at.getFullYear(), month: at.getMonth(), date: at.getDate() };
};

/** The start of a day, in milliseconds since 1970. */
export const startOf = ({ year, month, date }: Day): number =>
  new Date(year, month, date).getTime();

/** The day `days` later; not every day has 24 hours. */
export const daysAfter = ({ year, month, date }: Day, days: number): Day =>
  dayOf(new Date(year, month, date + days).getTime());

/** The length of a day in minutes; 23 or 25 hours when clocks change. */
export const minutesOf = (day: Day): number =>
  Math.round((startOf(daysAfter(day, 1)) - startOf(day)) / 60_000);

/** The time `minutes` into a day, in milliseconds since 1970. */
export const momentIn = (day: Day, minutes: number): number => startOf(day) + minutes * 60_000;

/** The owner of a replay. */
export interface ReplayHost {
  readonly plans: RevisionSource;
  readonly homeAssistant: () => HomeAssistant;
  /** Today's plan. */
  readonly plan: () => PlanData;
  /** Called when the display has to be updated. */
  readonly changed: () => void;
}

/** A past moment to show. */
export interface PastMoment {
  /** In ms since 1970. */
  readonly atMs: number;
  /** Undefined for today's plan. */
  readonly plan: PlanData | undefined;
  readonly which: PlanAtMoment["which"];
  readonly states: States;
  /** Whether any state of that time is known. */
  readonly isKnown: boolean;
}

/**
 * Domains whose look depends on attributes: colour of lights, position of covers. For others, attributes would only
 * cost bytes.
 */
const withAttributes: ReadonlySet<string> = new Set(
  "light cover climate fan valve media_player humidifier water_heater".split(" "),
);

const isRich = (entity: string): boolean => withAttributes.has(domainOf(entity));

/** What is shown until it is known which plan was stored at a moment. */
const todays: PlanAtMoment = { plan: undefined, which: "then" };

/** Shows an earlier moment: its states on its plan. */
export class Replay {
  readonly #host: ReplayHost;
  readonly #plans: PlanTimeline;
  #day: Day;
  #minutes: number;
  /** The states of the shown day, and the plans and entities they were requested for. */
  #states = new StateTimeline();
  #asked = new Set<PlanData | string>();
  #loads = 0;
  /** Settles with the history that was asked for last. */
  #loaded: Promise<void> = Promise.resolve();
  /** Undefined until it is known. */
  #then: PlanAtMoment | undefined;
  #shown: { readonly ms: number; readonly states: States } | undefined;
  #hasEnded = false;
  problem: PlanProblem | undefined;

  /** Starts at a time, in milliseconds since 1970. */
  constructor(host: ReplayHost, ms: number) {
    this.#host = host;
    this.#plans = new PlanTimeline(host.plans);
    this.#day = dayOf(ms);
    this.#minutes = Math.floor((ms - startOf(this.#day)) / 60_000);
  }

  /** The shown time in minutes of the day. */
  get minutes(): number {
    return this.#minutes;
  }

  /** The last selectable minute: of the whole day, or of today until now. */
  get lastMinute(): number {
    const passed = Math.floor((Date.now() - startOf(this.#day)) / 60_000);
    return Math.max(0, Math.min(minutesOf(this.#day) - 1, passed));
  }

  /** Whether there is a next day. */
  get hasNextDay(): boolean {
    return startOf(daysAfter(this.#day, 1)) <= Date.now();
  }

  /** The shown time, in milliseconds since 1970. */
  get moment(): number {
    return momentIn(this.#day, this.#minutes);
  }

  /** Whether data of the day is still loading. */
  get isLoading(): boolean {
    return this.#loads > 0;
  }

  /** The moment to show; the states stay the same objects for the same moment. */
  get past(): PastMoment {
    const { moment } = this;
    if (this.#shown?.ms !== moment) this.#shown = { ms: moment, states: this.#states.at(moment) };
    return {
      ...(this.#then ?? todays),
      atMs: moment,
      states: this.#shown.states,
      isKnown: this.#states.isKnownAt(moment),
    };
  }

  /** Loads the initial moment. */
  begin(): void {
    void this.#get();
  }

  /** Goes to a minute of the day; resolves once its plan and states are known, or could not be loaded. */
  async goTo(minutes: number): Promise<void> {
    this.#minutes = Math.min(Math.max(0, Math.round(minutes)), this.lastMinute);
    this.#host.changed();
    await this.#get();
  }

  /** Moves by a number of days. */
  turnDays(days: number): void {
    const day = daysAfter(this.#day, days);
    if (startOf(day) > Date.now()) return;
    this.#day = day;
    this.#minutes = Math.min(this.#minutes, this.lastMinute);
    this.#states = new StateTimeline();
    this.#asked = new Set();
    this.#tell();
    void this.#get();
  }

  /** Stops all callbacks. */
  end(): void {
    this.#hasEnded = true;
  }

  #tell(): void {
    this.#shown = undefined;
    if (!this.#hasEnded) this.#host.changed();
  }

  /** Loads the plan of the moment, and missing history of its entities. */
  async #get(): Promise<void> {
    const { moment } = this;
    const then = await this.#plans.at(moment);
    if (moment !== this.moment || this.#hasEnded) return;
    const problem = isLeft(then) ? then.left : undefined;
    const found = isLeft(then) ? (this.#then ?? todays) : then.right;
    const { plan, which } = this.#then ?? {};
    const isSame = problem === this.problem && found.plan === plan && found.which === which;
    [this.problem, this.#then] = [problem, found];
    // What the plan of the last moment already shows is not drawn twice.
    if (!isSame) this.#tell();
    await this.#load();
  }

  async #load(): Promise<void> {
    const [states, asked] = [this.#states, this.#asked];
    const plans = [this.#host.plan(), this.#then?.plan ?? {}].filter((plan) => !asked.has(plan));
    const entities = plans
      .flatMap((plan) => Array.from(referencesIn(plan).entities))
      // Home Assistant records no attributes of the sun.
      .filter((entity) => entity !== sunEntity && !asked.has(entity) && asked.add(entity));
    for (const plan of plans) asked.add(plan);
    if (entities.length > 0) this.#loaded = this.#loadHistory(states, plans, entities);
    await this.#loaded;
  }

  async #loadHistory(
    states: StateTimeline,
    plans: readonly PlanData[],
    entities: readonly string[],
  ): Promise<void> {
    const asked = this.#asked;
    this.#loads += 1;
    this.#tell();
    const problem = await this.#add(states, entities);
    this.#loads -= 1;
    if (problem !== undefined) {
      for (const each of [...plans, ...entities]) asked.delete(each);
      if (states === this.#states) this.problem = problem;
    }
    this.#tell();
  }

  /** Adds the day's history of some entities; resolves with the problem if that failed. */
  async #add(states: StateTimeline, entities: readonly string[]): Promise<PlanProblem | undefined> {
    const homeAssistant = this.#host.homeAssistant();
    const period = {
      fromMs: startOf(this.#day),
      toMs: Math.min(startOf(daysAfter(this.#day, 1)), Date.now()),
    };
    for (const attributes of [true, false]) {
      const some = entities.filter((entity) => isRich(entity) === attributes);
      if (some.length === 0) continue;
      const past = await homeAssistant.history({ ...period, entities: some, attributes });
      if (isLeft(past)) return past.left;
      states.add(past.right, homeAssistant.now.states);
    }
    return undefined;
  }
}
