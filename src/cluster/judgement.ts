import type { ContactState } from "../storage/etcd/contact.ts";
import type { Member } from "../storage/etcd/client/etcd.ts";
import { tooOld } from "./versions.ts";

/** What is known of a cluster. */
export interface Observations {
  readonly contact: ContactState;
  readonly members: readonly Member[];
  /** Which clocks of nodes differ, in sentences. */
  readonly clocks: readonly string[];
  /** Which documents cannot be understood, and why. */
  readonly documents: readonly string[];
}

/** What is wrong with a cluster. */
export interface Finding {
  /** All of it, in a sentence that stays the same as long as it is so; for the log. */
  readonly detail: string;
  /** Why nothing is heard of a member, as the system says it, which may change meanwhile; for the log. */
  readonly problem?: string | undefined;
  /** The same for strangers: without addresses, names of machines, keys and what etcd says. */
  readonly words: string;
}

/** How a cluster is doing, as far as a node sees. */
export interface Assessment {
  readonly findings: readonly Finding[];
  /** Whether plans can be saved now. */
  readonly canSave: boolean;
}

/** What anybody may hear as it is. */
const plain = (words: string): Finding => ({ detail: words, words });

const ofContact: Readonly<Record<ContactState, readonly Finding[]>> = {
  "in touch": [],
  "no quorum": [plain("the cluster has no quorum: plans can be read, and not saved")],
  "cut off": [
    plain("this node is cut off from the others: it serves nobody until it hears of them"),
  ],
};

const wordsOfState: Readonly<Record<Member["state"], string | undefined>> = {
  gone: "does not run",
  silent: "does not answer",
  leaderless: "knows no leader",
  leading: undefined,
  following: undefined,
};

/** etcd takes no changes at all while any member has this alarm. */
const isFull = ({ problem }: Member): boolean => problem?.includes("NOSPACE") === true;

/** What is wrong with a member that leads or follows. */
const wordsOfProblem = (member: Member): string => {
  if (isFull(member)) return "has reached the quota of its storage";
  return member.problem?.includes("CORRUPT") === true
    ? "found its data corrupt"
    : "tells of a problem; the service's log has which";
};

/** What is wrong with a member, but for its age, in words for strangers; undefined where nothing is. */
export const describeMember = (member: Member): string | undefined =>
  wordsOfState[member.state] ?? (member.problem === undefined ? undefined : wordsOfProblem(member));

const ofMember = (member: Member, at: number): readonly Finding[] => {
  const { url, state, problem } = member;
  const name = `member ${at + 1} of --cluster`;
  const words = describeMember(member);
  const ofState = wordsOfState[state];
  const detail =
    ofState === undefined ? `member ${url}: ${problem ?? ""}` : `member ${url} ${ofState}`;
  const old = tooOld(member);
  return [
    ...(words === undefined
      ? []
      : [{ detail, words: `${name} ${words}`, ...(ofState && { problem }) }]),
    ...(old === undefined ? [] : [{ detail: old, words: `${name} is an etcd that is too old` }]),
  ];
};

const ofClock = (detail: string): Finding => ({
  detail,
  words: "clocks of nodes are more than a minute apart; the service's log has which",
});

const ofDocument = (detail: string): Finding => ({
  detail,
  words: "users, bans or sign-ins in the cluster cannot be understood; the service's log has why",
});

/** Says what is wrong with a cluster, and what can be done all the same. */
export const assess = ({ contact, members, clocks, documents }: Observations): Assessment => ({
  findings: [
    ...ofContact[contact],
    ...members.flatMap(ofMember),
    ...clocks.map(ofClock),
    ...documents.map(ofDocument),
  ],
  canSave: contact === "in touch" && !members.some(isFull),
});
