import { isLeft } from "fp-ts/lib/Either.js";
import type { PlanData } from "../../../model/elements/entities.ts";
import { domainOf, type States } from "../../../model/bindings/entity-state.ts";
import type { PlanProblem } from "../../connection/plan-client.ts";
import type { HomeAssistant } from "../home-assistant.ts";
import { referencesIn } from "../plan-references.ts";
import { type PlanAtMoment, PlanTimeline, type RevisionSource, StateTimeline } from "./past.ts";

/** A day of a year, in the time zone of whoever looks. */
interface Day {
  readonly year: number;
  /** 0 to 11, as dates of JavaScript have it. */
  readonly month: number;
  readonly date: number;
}

/** The day of a moment, in milliseconds since 1970. */
export const dayOf = (ms: number): Day => {
  const at = new Date(ms);
  return { year: at.getFullYear(), month: at.getMonth(), date: at.getDate() };
};

/** When a day begins, in milliseconds since 1970. */
export const startOf = ({ year, month, date }: Day): number =>
  new Date(year, month, date).getTime();

/** The day so many days later; days are not all 24 hours long. */
export const daysAfter = ({ year, month, date }: Day, days: number): Day =>
  dayOf(new Date(year, month, date + days).getTime());

/** How long a day is, in minutes: 23 or 25 hours where clocks are changed. */
export const minutesOf = (day: Day): number =>
  Math.round((startOf(daysAfter(day, 1)) - startOf(day)) / 60_000);

/** The moment so many minutes into a day, in milliseconds since 1970. */
export const momentIn = (day: Day, minutes: number): number => startOf(day) + minutes * 60_000;

/** What a replay needs of whoever shows it. */
export interface ReplayHost {
  readonly plans: RevisionSource;
  readonly homeAssistant: () => HomeAssistant;
  /** Today's plan. */
  readonly plan: () => PlanData;
  /** Something is to be shown anew. */
  readonly changed: () => void;
}

/** What is to be shown of a moment. */
export interface PastMoment {
  /** Nothing where it is today's. */
  readonly plan: PlanData | undefined;
  readonly which: PlanAtMoment["which"];
  readonly states: States;
  /** Whether anything is known of the moment. */
  readonly isKnown: boolean;
}

/** What looks different by more than its state: lamps by colour, covers by position. Of all else attributes would only be bytes. */
const withAttributes: ReadonlySet<string> = new Set(
  "light cover climate fan valve media_player humidifier water_heater".split(" "),
);

const isRich = (entity: string): boolean => withAttributes.has(domainOf(entity));

/** Shows an earlier moment: the states of then on the plan of then. */
export class Replay {
  readonly #host: ReplayHost;
  readonly #plans: PlanTimeline;
  #day: Day;
  #minutes: number;
  /** What is known of the day, and of which entities that was asked. */
  #states = new StateTimeline();
  #asked = new Set<string>();
  #loads = 0;
  #then: PlanAtMoment = { plan: undefined, which: "then" };
  #shown: { readonly ms: number; readonly states: States } | undefined;
  #hasEnded = false;
  problem: PlanProblem | undefined;

  /** Begins at a moment, in milliseconds since 1970. */
  constructor(host: ReplayHost, ms: number) {
    this.#host = host;
    this.#plans = new PlanTimeline(host.plans);
    this.#day = dayOf(ms);
    this.#minutes = Math.floor((ms - startOf(this.#day)) / 60_000);
  }

  /** Minutes of the day that is shown. */
  get minutes(): number {
    return this.#minutes;
  }

  /** The last minute that there is: of a whole day, or of today until now. */
  get lastMinute(): number {
    const passed = Math.floor((Date.now() - startOf(this.#day)) / 60_000);
    return Math.max(0, Math.min(minutesOf(this.#day) - 1, passed));
  }

  /** Whether there is a day after the one that is shown. */
  get hasNextDay(): boolean {
    return startOf(daysAfter(this.#day, 1)) <= Date.now();
  }

  /** The moment that is shown, in milliseconds since 1970. */
  get moment(): number {
    return momentIn(this.#day, this.#minutes);
  }

  /** Whether something of the day is still on its way. */
  get isLoading(): boolean {
    return this.#loads > 0;
  }

  /** What is to be shown; the same states as long as the moment is. */
  get past(): PastMoment {
    const { moment } = this;
    if (this.#shown?.ms !== moment) this.#shown = { ms: moment, states: this.#states.at(moment) };
    return { ...this.#then, states: this.#shown.states, isKnown: this.#states.isKnownAt(moment) };
  }

  /** Gets what is shown at first. */
  begin(): void {
    void this.#get();
  }

  /** Goes to a minute of the day. */
  goTo(minutes: number): void {
    this.#minutes = Math.min(Math.max(0, Math.round(minutes)), this.lastMinute);
    this.#host.changed();
    void this.#get();
  }

  /** Goes so many days on, or back. */
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

  /** Nothing is told any more. */
  end(): void {
    this.#hasEnded = true;
  }

  #tell(): void {
    this.#shown = undefined;
    if (!this.#hasEnded) this.#host.changed();
  }

  /** Gets the plan of the moment, and of its entities what is not known of the day. */
  async #get(): Promise<void> {
    const { moment } = this;
    const then = await this.#plans.at(moment);
    if (moment !== this.moment || this.#hasEnded) return;
    this.problem = isLeft(then) ? then.left : undefined;
    if (!isLeft(then)) this.#then = then.right;
    this.#tell();
    await this.#load();
  }

  async #load(): Promise<void> {
    const [states, asked] = [this.#states, this.#asked];
    const named = [this.#host.plan(), this.#then.plan ?? {}].map(
      (plan) => referencesIn(plan).entities,
    );
    const entities = named
      .flatMap((some) => Array.from(some))
      .filter((entity) => !asked.has(entity) && asked.add(entity));
    if (entities.length === 0) return;
    this.#loads += 1;
    this.#tell();
    const problem = await this.#add(states, entities);
    this.#loads -= 1;
    if (problem !== undefined) {
      for (const entity of entities) asked.delete(entity);
      if (states === this.#states) this.problem = problem;
    }
    this.#tell();
  }

  /** Adds what the history has of some entities on the day; resolves with why it could not be got. */
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
