import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { objectOf } from "../../service/revisions.ts";
import type { SavedPlans } from "../saved-plans.ts";
import { type Access, savedRev, WireClient } from "../wire-client.ts";
import { planText } from "../wire-plans.ts";

const betweenMs = 5;

/** An editor who goes on to save and change on the newest revision when a save is refused for want of something, and takes note of it. */
export class PatientEditor {
  /** How many saves were refused with each message. */
  readonly refusals = new Map<string, number>();
  /** How many saves in a row were made, and how many were refused. */
  made = 0;
  refused = 0;
  readonly #client: WireClient;
  readonly #plans: SavedPlans;
  readonly #reason: RegExp;

  private constructor(client: WireClient, plans: SavedPlans, reason: RegExp) {
    this.#client = client;
    this.#plans = plans;
    this.#reason = reason;
  }

  /** Logs in. A refusal other than `not_loaded` with this reason fails a test. */
  static async login(
    t: TestContext,
    access: Access,
    plans: SavedPlans,
    reason: RegExp,
  ): Promise<PatientEditor> {
    const client = await WireClient.login(t, access);
    assert(client !== undefined, "the editor may connect");
    return new PatientEditor(client, plans, reason);
  }

  /** Saves again and again while `isGoingOn`; rejects when a save ends as it must not. */
  async saveWhile(isGoingOn: () => boolean): Promise<void> {
    while (isGoingOn()) {
      await this.#save();
      await sleep(betweenMs);
    }
  }

  /** Saves until so many in a row were made. */
  async saveUntilMade(many: number): Promise<void> {
    this.made = 0;
    await this.saveWhile(() => this.made < many);
  }

  /** Ends the connection, and with it a save that is not answered. */
  leave(): void {
    this.#client.ws.terminate();
  }

  async #save(): Promise<void> {
    const before = this.#plans.newest;
    const number = this.#plans.send("flat");
    // Every second time what it would save is a change of the number.
    const reply =
      number % 2 === 0 || before === 0
        ? await this.#client.request(
            "plan/save",
            `,"rev":${before},"plan":${planText("flat", number)}`,
          )
        : await this.#client.request(
            "plan/change",
            `,"rev":${before},"changes":[{"op":"replace","path":"/number","value":${number}}]`,
          );
    assert(reply !== undefined, "the editor stays connected");
    const rev = savedRev(reply);
    if (rev !== undefined) {
      assert.equal(rev, before + 1, "nobody else saves, and nothing that was refused");
      this.#plans.acknowledge(number, rev);
      this.made += 1;
      this.refused = 0;
      return;
    }
    const { code, message } = objectOf(objectOf(JSON.parse(reply.toString()))["error"]);
    assert.equal(code, "not_loaded", String(message));
    assert.match(String(message), this.#reason);
    this.made = 0;
    this.refused += 1;
    this.refusals.set(String(message), (this.refusals.get(String(message)) ?? 0) + 1);
  }
}

/** Refusals in words. */
export const refusalText = (refusals: ReadonlyMap<string, number>): string =>
  refusals.size === 0
    ? "none refused"
    : [...refusals].map(([message, count]) => `${count} × "${message}"`).join(", ");
