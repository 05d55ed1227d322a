import assert from "node:assert/strict";
import { test } from "node:test";
import { idOf, type PlanData } from "../../../src/model/elements/entities.ts";
import { isList, isObject, type Json } from "../../../src/model/json.ts";
import type { DraftStore } from "../../../src/web/store/session-state.ts";
import { bounded } from "../../support/timeouts.ts";
import { type Random, seededRandom } from "../../support/random.ts";
import { FakeService, type Line } from "./fake-service.ts";
import { memoryDrafts } from "./memory-drafts.ts";

const cells = 6;

/** Each cell holds what was written into it, so that a lost edit leaves a trace. */
const start: PlanData = {
  furniture: Array.from({ length: cells }, (_none, at) => ({
    id: `cell-${at}`,
    name: "",
    color: "",
  })),
};

const listOf = (plan: PlanData): readonly Json[] => {
  const list = plan["furniture"];
  assert(isList(list));
  return list;
};

type Facts = ReadonlyMap<string, Json | undefined>;

const factsOf = (plan: PlanData): Facts =>
  new Map(
    // Before the first plan has come there is nothing.
    (plan["furniture"] === undefined ? [] : listOf(plan)).flatMap((item) => {
      assert(isObject(item));
      return ["name", "color"].map((field) => [`${idOf(item)}.${field}`, item[field]] as const);
    }),
  );

interface Person {
  /** Another one after the tab has crashed. */
  line: Line;
  readonly drafts: DraftStore;
  readonly name: string;
}

/** The tab is gone, and a new one opened. What it wrote last is in its draft. */
const crash = async (service: FakeService, person: Person): Promise<void> => {
  await person.line.session.flushDraft();
  service.leave(person.line);
  person.line = service.open(person.drafts);
};

/** What a person does in one turn; every edit is a new value of its own. */
const act = (random: Random, person: Person, serial: number): void => {
  const { line } = person;
  const { session } = line;
  if (session.state.connection === "waiting") return;
  if (session.state.draft !== undefined) return session.acceptDraft();
  const field = random.pick(["name", "color"]);
  const value = `${person.name}${serial}`;
  switch (random.below(9)) {
    case 0:
    case 1:
    case 2:
      session.edit({ action: "write" }, (plan) => {
        const list = listOf(plan);
        const at = random.below(list.length);
        const item = list[at];
        assert(isObject(item));
        return { ...plan, furniture: list.toSpliced(at, 1, { ...item, [field]: value }) };
      });
      break;
    case 3:
      session.edit({ action: "add" }, (plan) => ({
        ...plan,
        furniture: [...listOf(plan), { id: value, name: value, color: "" }],
      }));
      break;
    case 4:
      session.undo();
      break;
    case 5:
    case 6:
      if (session.state.conflicts.length === 0) void session.save();
      break;
    case 7:
      session.choose(session.state.conflicts[0]?.id ?? "", random.pick(["mine", "theirs"]));
      break;
    default:
      if (random.below(3) > 0) break;
      if (line.isUp) line.cut();
      else line.connect();
  }
};

test(
  "SESS-11: no edit is lost among several people on bad lines, whose tabs crash",
  bounded,
  async (t) => {
    const random = seededRandom(t);
    let overwritten = 0;
    let crashes = 0;
    for (let round = 0; round < 12; round += 1) {
      const service = new FakeService(start);
      const stored: PlanData[] = [service.stored];
      const people: readonly Person[] = ["a", "b", "c"].map((name) => {
        const drafts = memoryDrafts();
        return { line: service.open(drafts), drafts, name };
      });
      await service.settle();
      /** Values that somebody has seen on the service and then replaced or undone themselves. */
      const givenUp = new Set<string>();
      /** What somebody wrote, saved or not. */
      const written = new Set<string>();
      for (let turn = 0; turn < 150; turn += 1) {
        const person = random.pick(["0", "1", "2"] as const);
        const chosen = people[Number(person)];
        assert(chosen !== undefined);
        if (random.below(60) === 0) {
          await crash(service, chosen);
          crashes += 1;
        }
        const { session } = chosen.line;
        const before = session.state;
        act(random, chosen, round * 1000 + turn);
        // What a person's own act took from their plan was taken by that person, and on purpose.
        const [old, now] = [factsOf(before.plan), factsOf(session.state.plan)];
        for (const [fact, value] of old)
          if (now.get(fact) !== value) givenUp.add(`${fact}=${JSON.stringify(value)}`);
        for (const [fact, value] of now)
          if (old.get(fact) !== value) written.add(`${fact}=${JSON.stringify(value)}`);
        // So was what a person did not choose.
        const open = new Set(session.state.conflicts.map(({ id }) => id));
        for (const conflict of before.conflicts) {
          if (open.has(conflict.id)) continue;
          for (const side of [conflict.mine, conflict.theirs]) {
            if (!isObject(side)) continue;
            for (const field of ["name", "color"]) {
              givenUp.add(`${conflict.key}.${field}=${JSON.stringify(side[field])}`);
            }
          }
        }
        for (const { line } of people) if (random.below(2) === 0) await line.deliver();
        if (stored.at(-1) !== service.stored) stored.push(service.stored);
      }
      for (const { line } of people) if (!line.isUp) line.connect();
      await service.settle();
      for (const { line } of people) {
        while (line.session.state.draft !== undefined) {
          line.session.acceptDraft();
          await line.session.flushDraft();
        }
      }
      // In the end everybody takes what is stored where they cannot agree, and saves.
      for (const { line } of people) {
        for (const conflict of line.session.state.conflicts) {
          const own = isObject(conflict.mine) ? conflict.mine : {};
          for (const field of ["name", "color"])
            givenUp.add(`${conflict.key}.${field}=${JSON.stringify(own[field])}`);
        }
        const unsaved = factsOf(line.session.state.base);
        line.session.chooseAll("theirs");
        const wanted = factsOf(line.session.state.plan);
        for (const [fact, value] of unsaved) {
          if (wanted.get(fact) !== value) givenUp.add(`${fact}=${JSON.stringify(value)}`);
        }
        const saving = line.session.save();
        await service.settle();
        await saving;
        stored.push(service.stored);
        assert.equal(line.session.state.isDirty, false);
      }
      for (const { line } of people)
        assert(service.has(line.session.state.plan), "all see what is stored");
      const last = factsOf(service.stored);
      const kept = new Set([...last].map(([fact, value]) => `${fact}=${JSON.stringify(value)}`));
      for (const each of written)
        assert(kept.has(each) || givenUp.has(each), `${each} was written in round ${round}`);
      for (const plan of stored) {
        for (const [fact, value] of factsOf(plan)) {
          if (last.get(fact) === value || value === "") continue;
          overwritten += 1;
          assert(
            givenUp.has(`${fact}=${JSON.stringify(value)}`),
            `${fact}=${JSON.stringify(value)} of round ${round}`,
          );
        }
      }
    }
    assert(overwritten > 0 && crashes > 0, "some values were replaced on purpose, some tabs crash");
  },
);
