import assert from "node:assert/strict";
import { isRight } from "fp-ts/lib/Either.js";
import { type OpenedMessage, openFrame } from "../../../src/plan/raw-json/open-frame.ts";
import { type Draft, type Problem, SubmittedPlan } from "../../../src/plan/draft.ts";
import { type PlanLimits, readPlan } from "../../../src/plan/read-plan.ts";
import {
  type CooperativeTask,
  type FieldReader,
  runAtOnce,
} from "../../../src/plan/raw-json/json-cursor.ts";
import { readRaw } from "../../../src/plan/raw-json/raw-json.ts";

/** The limits of the service unless it is told others. */
export const limits: PlanLimits = { planBytes: 16 * 1024 * 1024, planDepth: 128 };

/** The readers of the service, for plans within limits. */
export const readersFor = (within: PlanLimits): ReadonlyMap<string, FieldReader> =>
  new Map([
    ["plan", readPlan(within)],
    ["data", readRaw],
  ]);

const readers = readersFor(limits);

/** Opens a frame as the service does; `most` commands of an array are kept. */
export const openSteps = (
  frame: Buffer,
  within: PlanLimits = limits,
  most = 10,
): CooperativeTask<readonly OpenedMessage[] | undefined> =>
  openFrame(frame, within === limits ? readers : readersFor(within), {
    messageCommands: most,
    messageDepth: 128,
  });

/** What is in a frame, or undefined where the service finds no JSON in it. */
export const open = (frame: Buffer, within: PlanLimits = limits) =>
  runAtOnce(openSteps(frame, within))?.map((message) => message.parse());

/** Whether `JSON.parse` takes a text: it alone is asked. */
export const isJson = (text: string): boolean => {
  // It throws hundreds of thousands of times, and nobody looks at where.
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
};

/** The plan of an opened command: its draft, or what is wrong with it. */
export const planOf = (message: unknown): Draft | Problem => {
  assert(typeof message === "object" && message !== null && "plan" in message);
  assert(message.plan instanceof SubmittedPlan);
  const { draft } = message.plan;
  return isRight(draft) ? draft.right : draft.left;
};

/** The text of a draft: its members as they are in its source. */
export const textOf = ({ source, members }: Draft): string =>
  `{${members.map(({ start, end }) => source.toString("utf8", start, end)).join()}}`;

/** The draft of a plan that must be accepted, out of a command with nothing else. */
export const draftOf = (plan: string, within: PlanLimits = limits): Draft => {
  const opened = open(Buffer.from(`{"plan":${plan}}`), within);
  assert(opened !== undefined, "the frame is JSON");
  const found = planOf(opened[0]);
  if ("what" in found) assert.fail(`${found.path.join(".")}: ${found.what}`);
  return found;
};

/** What is wrong with a plan that must be refused, its path joined by dots. */
export const problemOf = (plan: string, within: PlanLimits = limits): string => {
  const opened = open(Buffer.from(`{"plan":${plan}}`), within);
  assert(opened !== undefined, "the frame is JSON");
  const found = planOf(opened[0]);
  assert("what" in found, "the plan is refused");
  return `${found.path.join(".")}: ${found.what}`;
};
