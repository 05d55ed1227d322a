import { type Either, isLeft, right } from "fp-ts/lib/Either.js";
import type { PlanData } from "../../elements/entities.ts";
import { domainOf, type States } from "../../live/state.ts";
import type { PlanProblem } from "../client/plan-client.ts";
import type { House } from "../house/house.ts";
import { namedIn } from "../house/named-in.ts";
import { type Day, dayOf, daysAfter, minutesOf, momentIn, startOf } from "./day.ts";
import { PastStates } from "./past-states.ts";
import { type PlanKeeper, PlansInTime, type PlanThen } from "./plans-in-time.ts";

/** What a replay needs of whoever shows it. */
export interface ReplayHost {
  readonly plans: PlanKeeper;
  readonly house: () => House;
  /** Today's plan. */
  readonly plan: () => PlanData;
  /** Something is to be shown anew. */
  readonly changed: () => void;
}

/** What is to be shown of a moment. */
export interface Past {
  /** Nothing where it is today's. */
  readonly plan: PlanData | undefined;
  readonly which: PlanThen["which"];
  readonly states: States;
}

const unknown: States = () => undefined;

/** What looks different by more than its state: lamps by colour, covers by position. Of all else attributes would only be bytes. */
const withAttributes: ReadonlySet<string> = new Set(["light", "cover", "climate", "fan", "valve"]);

const isRich = (entity: string): boolean => withAttributes.has(domainOf(entity));

/** Shows an earlier moment: the states of then on the plan of then. */
export class Replay {
  readonly #host: ReplayHost;
  readonly #plans: PlansInTime;
  #day: Day;
  #minutes: number;
  #states: PastStates | undefined;
  #then: PlanThen = { plan: undefined, which: "then" };
  #shown: { readonly ms: number; readonly states: States } | undefined;
  /** Counts wishes: an answer to an earlier one comes too late. */
  #wish = 0;
  isLoading = false;
  problem: PlanProblem | undefined;

  /** Begins at a moment, in milliseconds since 1970. */
  constructor(host: ReplayHost, ms: number) {
    this.#host = host;
    this.#plans = new PlansInTime(host.plans);
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

  /** What is to be shown; the same states as long as the moment is. */
  get past(): Past {
    const { moment } = this;
    if (this.#shown?.ms !== moment) {
      const states = this.#states?.at(moment) ?? unknown;
      this.#shown = { ms: moment, states };
    }
    return { ...this.#then, states: this.#shown?.states ?? unknown };
  }

  /** Gets what is shown at first. */
  begin(): void {
    void this.#load();
  }

  /** Goes to a minute of the day. */
  goTo(minutes: number): void {
    this.#minutes = Math.min(Math.max(0, Math.round(minutes)), this.lastMinute);
    this.#host.changed();
    void this.#findPlan();
  }

  /** Goes so many days on, or back. */
  turnDays(days: number): void {
    const day = daysAfter(this.#day, days);
    if (startOf(day) > Date.now()) return;
    this.#day = day;
    this.#minutes = Math.min(this.#minutes, this.lastMinute);
    void this.#load();
  }

  /** Nothing is told any more. */
  end(): void {
    this.#wish = Number.NaN;
  }

  async #load(): Promise<void> {
    const [wish, day] = [(this.#wish += 1), this.#day];
    this.isLoading = true;
    this.problem = undefined;
    this.#states = undefined;
    this.#shown = undefined;
    this.#host.changed();
    await this.#findPlan();
    if (wish !== this.#wish) return;
    const states = await this.#statesOf(day);
    if (wish !== this.#wish) return;
    this.isLoading = false;
    if (isLeft(states)) this.problem = states.left;
    else this.#states = states.right;
    this.#shown = undefined;
    this.#host.changed();
  }

  async #statesOf(day: Day): Promise<Either<PlanProblem, PastStates>> {
    const house = this.#host.house();
    const plans = [this.#host.plan(), this.#then.plan ?? {}];
    const named = plans.map((plan) => namedIn(plan).entities);
    const entities = [...new Set(named.flatMap((some) => Array.from(some)))];
    const period = {
      fromMs: startOf(day),
      toMs: Math.min(startOf(daysAfter(day, 1)), Date.now()),
    };
    const states = new PastStates();
    for (const attributes of [true, false]) {
      const some = entities.filter((entity) => isRich(entity) === attributes);
      if (some.length === 0) continue;
      const past = await house.history({ ...period, entities: some, attributes });
      if (isLeft(past)) return past;
      states.add(past.right, house.now.states);
    }
    return right(states);
  }

  async #findPlan(): Promise<void> {
    const { moment } = this;
    const then = await this.#plans.at(moment);
    if (moment !== this.moment || Number.isNaN(this.#wish)) return;
    if (isLeft(then)) this.problem = then.left;
    else if (then.right.plan === this.#then.plan && then.right.which === this.#then.which) return;
    else this.#then = then.right;
    this.#host.changed();
  }
}
