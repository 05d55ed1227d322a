import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { isLeft } from "fp-ts/lib/Either.js";
import type { Member } from "./etcd.ts";
import type { MemberChannel } from "./member-channel.ts";
import { status, type StatusAnswer } from "./methods.ts";

const statusMs = 1000;
/** When to check whether a silent member's machine refuses connections. */
const knockAfterMs = 500;
const noLeader = "0";

const isRefusal = (error: unknown): boolean =>
  error instanceof AggregateError
    ? error.errors.length > 0 && error.errors.every(isRefusal)
    : error instanceof Error && "code" in error && error.code === "ECONNREFUSED";

/** Whether nothing listens there now: what a channel reports may be old. */
const isRefused = (url: string): Promise<boolean> =>
  new Promise((resolve) => {
    const { hostname, port, protocol } = new URL(url);
    const socket = connect({
      host: hostname.replace(/^\[|\]$/g, ""),
      port: port === "" ? (protocol === "https:" ? 443 : 80) : Number(port),
    });
    const done = (refused: boolean): void => {
      socket.destroy();
      resolve(refused);
    };
    socket.setTimeout(statusMs - knockAfterMs, () => done(false));
    socket.once("connect", () => done(false));
    socket.once("error", (error) => done(isRefusal(error)));
  });

const isAlarm = (error: string): boolean => /alarm:/.test(error);

/** etcd writes an alarm as `memberID:1234 alarm:NOSPACE `. */
const problemOf = (errors: readonly string[]): string | undefined => {
  if (errors.some((error) => /alarm:NOSPACE/.test(error)))
    return "the quota of etcd's storage is reached (alarm NOSPACE)";
  if (errors.some((error) => /alarm:CORRUPT/.test(error)))
    return "etcd found its data corrupt (alarm CORRUPT)";
  return errors.find((error) => !isAlarm(error));
};

const answeredBy = (url: string, { header, leader, version, errors }: StatusAnswer): Member => ({
  url,
  state: leader === noLeader ? "leaderless" : leader === header.memberId ? "leading" : "following",
  version,
  problem: problemOf(errors),
});

/**
 * Since 3.5.28 etcd answers `Status` to root only: that says nothing against the member
 * (https://github.com/etcd-io/etcd/issues/21663, reverted in later releases).
 */
const notPermitted = /permission denied$/;

/** A member without a leader refuses before it checks the user. */
const isLeaderless = async (member: MemberChannel, token: string | undefined): Promise<boolean> => {
  const answer = await member.call(status, {}, { ms: statusMs, token });
  return isLeft(answer) && answer.left.kind === "away";
};

/** A member's state by its own answer; `before` is its last known state. */
export const memberStatus = async (
  member: MemberChannel,
  token: string | undefined,
  before: Member | undefined,
): Promise<Member> => {
  const { url } = member;
  const asked = member.call(status, {}, { ms: statusMs, token, leaderless: true });
  const early = await Promise.race([asked, sleep(knockAfterMs, undefined, { ref: false })]);
  const refused =
    early === undefined || (isLeft(early) && early.left.kind !== "token") ? isRefused(url) : false;
  const answer = await asked;
  if (!isLeft(answer)) return answeredBy(url, answer.right);
  const { kind, reason } = answer.left;
  const version = before?.version;
  // It answers, but does not tell this user its state.
  if (kind === "token" || kind === "refused") {
    // A restarted member has forgotten the token, which the next other request renews.
    const isUsual = kind === "token" || notPermitted.test(reason);
    const state =
      isUsual && (await isLeaderless(member, token))
        ? "leaderless"
        : before?.state === "leading"
          ? "leading"
          : "following";
    return { url, state, version, problem: isUsual ? undefined : reason };
  }
  return { url, state: (await refused) ? "gone" : "silent", version, problem: reason };
};

export const isAway = ({ state }: Member): boolean => state === "gone" || state === "silent";

/**
 * Whether members that are silent, or know a leader, may be a quorum that serves other nodes. Members that are gone
 * or leaderless cannot.
 */
export const mayHaveQuorum = (members: readonly Member[]): boolean => {
  const hidden = members.filter(({ state }) => state !== "gone" && state !== "leaderless");
  return hidden.length > members.length / 2;
};

/** Whether a majority knows a leader: then a failure has another cause than missing members. */
export const hasMajority = (members: readonly Member[]): boolean =>
  members.filter(({ state }) => state === "leading" || state === "following").length >
  members.length / 2;

/** Whether a member has the alarm with which etcd accepts no changes. */
export const isFull = ({ problem }: Member): boolean => problem?.includes("NOSPACE") === true;
