import assert from "node:assert/strict";
import { test } from "node:test";
import { type Either, isLeft, isRight, right } from "fp-ts/lib/Either.js";
import { testConfig } from "../../support/config.ts";
import { BindingReader, noBindings } from "../../../src/plan/bindings/plan-bindings.ts";
import { SaveChecker } from "../../../src/plan/bindings/save-check.ts";
import { EventLoopTurns } from "../../../src/server/runtime/event-loop-turns.ts";
import type { Save } from "../../../src/plan/state.ts";
import { emptyText } from "../../../src/plan/text/plan-text.ts";
import { bounded } from "../../support/timeouts.ts";
import { readDraft } from "../drafts.ts";

const user = { id: "1", name: "desk", owner: false, admin: true, control: false };
const save: Save = { content: readDraft('{"rooms":[]}'), guard: undefined };

/** Checks that wait until a test lets them go on, and the saves that were made. */
const heldChecks = (mailboxBytes: number) => {
  let goOn = (): void => undefined;
  const known = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const limits = { ...testConfig(), mailboxBytes };
  const newest = { rev: 0, names: noBindings, text: emptyText };
  const names = { known: () => known, newest, reader: new BindingReader(limits) };
  const checks = new SaveChecker(names, limits, new EventLoopTurns());
  let made = 0;
  const saved = (isOpen: () => boolean, control = false): Promise<Either<unknown, number>> =>
    checks.check(save, { user: { ...user, control }, isOpen }, async () => right((made += 1)))();
  return { goOn: () => goOn(), saved, made: () => made };
};

test(
  "AUTH-17: a save that is looked at while its connection ends is not made",
  bounded,
  async () => {
    const { goOn, saved, made } = heldChecks(1000);
    let isOpen = true;
    const [ending, lasting] = [saved(() => isOpen), saved(() => true)];
    isOpen = false;
    goOn();
    assert(isLeft(await ending));
    assert(isRight(await lasting));
    assert.equal(made(), 1);
  },
);

test(
  "SCREEN-36: as many bytes of plans are looked at as may wait to be saved, and who may control waits for none",
  bounded,
  async () => {
    const { goOn, saved } = heldChecks(2 * save.content.bytes);
    const looked = [saved(() => true), saved(() => true)];
    const full = await saved(() => true);
    const limit = { kind: "overloaded", limit: "mailbox-bytes", value: 2 * save.content.bytes };
    assert.deepEqual(isLeft(full) && full.left, limit);
    assert(isRight(await saved(() => true, true)));
    goOn();
    assert((await Promise.all(looked)).every(isRight));
    assert(isRight(await saved(() => true)), "there is room again");
  },
);
