import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import type { SavedPlans } from "../saved-plans.ts";
import { type Access, savedRev, WireClient } from "../wire-client.ts";
import { planText } from "../wire-plans.ts";

/** An editor who saves at a steady pace, each time on the revision that the last save made. */
export class SteadyEditor {
  /** Rejects when anything but the next revision is the answer; resolves after `stop`. */
  readonly ended: Promise<void>;
  /** Microseconds of each save since the last `takeTimes`, from when it was due. */
  #times: number[] = [];
  #isStopped = false;
  #onSaved: (() => void) | undefined;
  readonly #client: WireClient;
  readonly #plans: SavedPlans;

  private constructor(client: WireClient, plans: SavedPlans, everyMs: number) {
    this.#client = client;
    this.#plans = plans;
    this.ended = this.#work(everyMs);
    this.ended.catch(() => undefined);
  }

  /** Logs in and begins to save every `everyMs` milliseconds. */
  static async start(
    t: TestContext,
    access: Access,
    plans: SavedPlans,
    everyMs: number,
  ): Promise<SteadyEditor> {
    const client = await WireClient.login(t, access);
    assert(client !== undefined, "the editor may connect");
    return new SteadyEditor(client, plans, everyMs);
  }

  /** Microseconds of each save since the last call; a save that is late makes those late that it holds up. */
  takeTimes(): readonly number[] {
    const taken = this.#times;
    this.#times = [];
    return taken;
  }

  /** Resolves when so many more saves were made, with the microseconds of each. */
  async saved(many: number): Promise<readonly number[]> {
    this.takeTimes();
    await new Promise<void>((resolve) => {
      this.#onSaved = () => {
        if (this.#times.length >= many) resolve();
      };
    });
    return this.takeTimes();
  }

  /** Makes the last save its last. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.ended;
  }

  async #work(everyMs: number): Promise<void> {
    for (let due = performance.now(); !this.#isStopped; due += everyMs) {
      const early = due - performance.now();
      if (early > 0) await sleep(early);
      await this.#save();
      this.#times.push(Math.round((performance.now() - due) * 1000));
      this.#onSaved?.();
    }
  }

  async #save(): Promise<void> {
    const before = this.#plans.newest;
    // Of every four plans one has 92 kB, the others 6 kB.
    const kind = before % 4 === 0 ? "house" : "flat";
    const number = this.#plans.send(kind);
    const text = `,"rev":${before},"plan":${planText(kind, number)}`;
    const reply = await this.#client.request("plan/save", text);
    assert(reply !== undefined, "the editor stays connected");
    assert.equal(savedRev(reply), before + 1, `the editor saves, not ${reply.toString()}`);
    this.#plans.acknowledge(number, before + 1);
  }
}
