import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { isLeft } from "fp-ts/lib/Either.js";
import type { Member } from "./etcd.ts";
import type { MemberChannel } from "./member-channel.ts";
import { status, type StatusAnswer } from "./methods.ts";

const statusMs = 1000;
/** When one looks whether the machine of a member that did not answer yet refuses connections. */
const knockAfterMs = 500;
const noLeader = "0";

const isRefusal = (error: unknown): boolean =>
  error instanceof AggregateError
    ? error.errors.length > 0 && error.errors.every(isRefusal)
    : error instanceof Error && "code" in error && error.code === "ECONNREFUSED";

/** Whether nobody listens there, as the machine itself says now: what a channel says of it may be old. */
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

/** An alarm is written by etcd as `memberID:1234 alarm:NOSPACE `. */
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
 * From 3.5.28 on etcd answers `Status` to root alone: that says nothing against the member
 * (https://github.com/etcd-io/etcd/issues/21663, taken back in later releases).
 */
const notPermitted = /permission denied$/;

/** A member refuses for want of a leader before it looks at who asks. */
const isLeaderless = async (member: MemberChannel, token: string | undefined): Promise<boolean> => {
  const answer = await member.call(status, {}, { ms: statusMs, token });
  return isLeft(answer) && answer.left.kind === "away";
};

/** How one member is doing, as it says itself; `before` is what it was found to be the last time. */
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
  // It answers, but says no more to this user.
  if (kind === "token" || kind === "refused") {
    // A member that was started again has forgotten the token, which is changed when it is asked for something else.
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

/** Whether nothing is heard of a member, or its machine says that it does not run. */
export const isAway = ({ state }: Member): boolean => state === "gone" || state === "silent";

/**
 * Whether members that say nothing, or that know a leader, may be a quorum: others could then be served by them. Those
 * whose machines say that they do not run cannot, and neither can those that know no leader.
 */
export const mayHaveQuorum = (members: readonly Member[]): boolean => {
  const hidden = members.filter(({ state }) => state !== "gone" && state !== "leaderless");
  return hidden.length > members.length / 2;
};

/** Whether a majority of the members knows a leader: what is not done now has another reason than that they are away. */
export const hasMajority = (members: readonly Member[]): boolean =>
  members.filter(({ state }) => state === "leading" || state === "following").length >
  members.length / 2;

/** Whether a member has the alarm with which etcd takes no changes at all. */
export const isFull = ({ problem }: Member): boolean => problem?.includes("NOSPACE") === true;
