import library, { type Operation as LibraryOperation } from "fast-json-patch";
import { type Either, left, right } from "fp-ts/lib/Either.js";
import { changesBetween } from "../../../src/web/connection/compare-plans.ts";
import type { PlanData } from "../../../src/model/elements/entities.ts";
import { deepEqual } from "../../../src/model/json.ts";
import { EditorSession } from "../../../src/web/store/editor-session.ts";
import type { DraftStore, Problem } from "../../../src/web/store/session-state.ts";

const maxRevisions = 20;

/** Something that takes time on the way: it happens when the test says so. */
type Task = () => void;

/** A viewer's line to the service. What is sent and what comes waits in order until it is delivered. */
export class Line {
  readonly session: EditorSession;
  readonly #service: FakeService;
  readonly #waiting: Task[] = [];
  #hopeless: Task[] = [];
  /** The service's plan as it came last on this connection. */
  #known: PlanData | undefined;
  isUp = true;

  constructor(service: FakeService, drafts?: DraftStore) {
    this.#service = service;
    const saver = {
      save: (plan: PlanData, rev?: number) => this.#save(plan, rev),
      revision: (rev: number) => this.#ask(() => service.revision(rev), {}),
      current: () => this.#ask(() => right(service.stored), {}),
    };
    this.session = new EditorSession(saver, drafts);
    this.connect();
  }

  connect(): void {
    this.isUp = true;
    this.session.connection("live");
    this.#push(this.#service.stored);
  }

  /** Cuts the line: what is on its way is lost, and every open request fails. */
  cut(): void {
    this.isUp = false;
    this.#known = undefined;
    this.#waiting.length = 0;
    const open = this.#hopeless;
    this.#hopeless = [];
    this.session.connection("away");
    for (const task of open) task();
  }

  event(plan: PlanData): void {
    if (this.isUp && !this.isDeaf) this.#push(plan);
  }

  /** Whether no event gets through, while requests are answered. */
  isDeaf = false;

  get isIdle(): boolean {
    return this.#waiting.length === 0;
  }

  /** Delivers the next thing on the line, and lets the session go on from there. */
  async deliver(): Promise<void> {
    this.#waiting.shift()?.();
    for (let turn = 0; turn < 6; turn += 1) await Promise.resolve();
  }

  #push(plan: PlanData): void {
    const message: PlanData = structuredClone(plan);
    this.#waiting.push(() => {
      this.#known = message;
      this.session.arrived(message);
    });
  }

  /** Saves what changed, as the client does, or the whole plan. */
  #save(plan: PlanData, rev: number | undefined): Promise<Either<Problem, number>> {
    const known = rev === undefined || this.#known?.["rev"] !== rev ? undefined : this.#known;
    const changes = known && changesBetween(known, plan);
    if (changes === undefined || rev === undefined)
      return this.#ask((copy) => this.#service.save(copy, rev), structuredClone(plan));
    const sent: readonly LibraryOperation[] = JSON.parse(JSON.stringify(changes));
    return this.#ask(() => this.#service.change(sent, rev), {});
  }

  /** A request that the service answers, with what goes along with it. */
  #ask<Value>(
    answer: (message: PlanData) => Either<Problem, Value>,
    message: PlanData,
  ): Promise<Either<Problem, Value>> {
    return new Promise((resolve) => {
      if (!this.isUp) {
        resolve(left({ code: "offline", message: "the service is not connected" }));
        return;
      }
      const lost = (): void => resolve(left({ code: "connection_lost", message: "no answer" }));
      this.#hopeless.push(lost);
      this.#waiting.push(() => {
        const reply = answer(message);
        this.#waiting.push(() => {
          this.#hopeless = this.#hopeless.filter((task) => task !== lost);
          resolve(reply);
        });
      });
    });
  }
}

/** The rules of saving in a few lines: guarded by the revision, and an event to every line. */
export class FakeService {
  stored: PlanData;
  readonly lines: Line[] = [];
  /** Gets what stores a save, now or later or never, of which the service does not know what comes of it. */
  onUnknown: ((store: () => void) => void) | undefined;
  /** The last revisions, the current one included. */
  #revisions: readonly PlanData[];

  constructor(plan: PlanData, rev = 1) {
    this.stored = { ...plan, rev };
    this.#revisions = [this.stored];
  }

  get rev(): number {
    return Number(this.stored["rev"]);
  }

  open(drafts?: DraftStore): Line {
    const line = new Line(this, drafts);
    this.lines.push(line);
    return line;
  }

  /** A tab is gone: nothing reaches it any more. */
  leave(line: Line): void {
    line.cut();
    this.lines.splice(this.lines.indexOf(line), 1);
  }

  save(plan: PlanData, rev: number | undefined): Either<Problem, number> {
    if (this.onUnknown !== undefined) {
      this.onUnknown(() => void this.#store(plan, rev));
      return left({ code: "outcome_unknown", message: "no quorum" });
    }
    return this.#store(plan, rev);
  }

  /** Makes changes of the stored plan, by a library that this client does not use. */
  change(changes: readonly LibraryOperation[], rev: number): Either<Problem, number> {
    const { rev: now, ...stored } = this.stored;
    if (now !== rev) return this.save(stored, rev);
    const copy = structuredClone(stored);
    return this.save(library.applyPatch(copy, changes, true, true, false).newDocument, rev);
  }

  #store(plan: PlanData, rev: number | undefined): Either<Problem, number> {
    if (rev !== undefined && rev !== this.rev) {
      return left({ code: "conflict", message: `the stored revision is ${this.rev}` });
    }
    this.replace(plan, this.rev + 1);
    return right(this.rev);
  }

  revision(rev: number): Either<Problem, PlanData> {
    const found = this.#revisions.find((each) => each["rev"] === rev);
    return found === undefined
      ? left({ code: "not_found", message: "no such plan" })
      : right(found);
  }

  /** What is stored from now on, as after a restore. */
  replace(plan: PlanData, rev: number): void {
    this.stored = { ...plan, rev };
    this.#revisions = [this.stored, ...this.#revisions].slice(0, maxRevisions);
    for (const line of this.lines) line.event(this.stored);
  }

  /** Delivers everything that is on the way. */
  async settle(): Promise<void> {
    while (this.lines.some((line) => !line.isIdle)) {
      for (const line of this.lines) await line.deliver();
    }
  }

  /** Whether this is what is stored. */
  has(plan: PlanData): boolean {
    return deepEqual({ ...plan, rev: this.rev }, this.stored);
  }
}
