import type { Logger } from "pino";
import type { Contact, ContactState } from "./contact.ts";
import type { Etcd, Member } from "./client/etcd.ts";
import { isFull } from "./client/member-status.ts";
import { tooOld } from "./open-cluster.ts";
import { boundaryIn } from "../../server/runtime/boundary.ts";
import { coalescing } from "../../server/runtime/coalescing.ts";
import type { EtcdDocument } from "./etcd-document.ts";
import type { ClusterNode, NodeInfo } from "./cluster-node.ts";

interface Observations {
  readonly contact: ContactState;
  readonly members: readonly Member[];
  /** A sentence on each clock that differs. */
  readonly clocks: readonly string[];
  /** Why documents cannot be understood. */
  readonly documents: readonly string[];
}

export interface Finding {
  /** For the log: the full sentence, which stays the same as long as the problem lasts. */
  readonly detail: string;
  /** For the log: the system's reason why a member does not answer, which may vary. */
  readonly problem?: string | undefined;
  /** For unauthenticated readers: without addresses, host names, keys and etcd's messages. */
  readonly words: string;
}

interface Assessment {
  readonly findings: readonly Finding[];
  readonly canSave: boolean;
}

/** A sentence for the log and for unauthenticated readers alike. */
const plain = (words: string): Finding => ({ detail: words, words });

const ofContact: Readonly<Record<ContactState, readonly Finding[]>> = {
  "in touch": [],
  "no quorum": [plain("the cluster has no quorum: plans can be read, but not saved")],
  "cut off": [
    plain("this node is cut off from the others, and serves nobody until it hears from them"),
  ],
};

const wordsOfState: Readonly<Record<Member["state"], string | undefined>> = {
  gone: "is not running",
  silent: "does not answer",
  leaderless: "has no leader",
  leading: undefined,
  following: undefined,
};

/** What is wrong with a member that leads or follows. */
const wordsOfProblem = (member: Member): string => {
  if (isFull(member)) return "has reached the quota of its storage";
  return member.problem?.includes("CORRUPT") === true
    ? "found its data corrupt"
    : "reports a problem; see the service's log";
};

/** What is wrong with a member, except its age, for strangers; undefined if nothing is. */
const describeMember = (member: Member): string | undefined =>
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
    ...(old === undefined ? [] : [{ detail: old, words: `${name} has an etcd that is too old` }]),
  ];
};

const ofClock = (detail: string): Finding => ({
  detail,
  words: "clocks of nodes are more than a minute apart; see the service's log",
});

const ofDocument = (detail: string): Finding => ({
  detail,
  words: "users, bans or sign-ins in the cluster cannot be understood; see the service's log",
});

/** Lists what is wrong with a cluster, and whether plans can be saved. */
export const assess = ({ contact, members, clocks, documents }: Observations): Assessment => ({
  findings: [
    ...ofContact[contact],
    ...members.flatMap(ofMember),
    ...clocks.map(ofClock),
    ...documents.map(ofDocument),
  ],
  canSave: contact === "in touch" && !members.some(isFull),
});

interface ShownMember extends Pick<Member, "state" | "version"> {
  /** Its position in `--cluster`, from 1. */
  readonly member: number;
  readonly problem: string | undefined;
}

type ShownNode = Omit<NodeInfo, "host">;

/** The cluster's part of `/healthz`, which is public. */
export interface ClusterReport extends Pick<Assessment, "canSave"> {
  /** What is wrong, in words for unauthenticated readers. */
  readonly reasons: readonly string[];
  readonly cluster: {
    readonly members: readonly ShownMember[];
    readonly nodes: readonly ShownNode[];
  };
}

/** How long the members' states are reused. */
const freshMs = 1000;
/** How often they are asked in any case. */
const lookMs = 5000;

const shownMember = (member: Member, at: number): ShownMember => {
  const { state, version } = member;
  return { member: at + 1, state, version, problem: describeMember(member) };
};

const shownNode = ({ id, version, reads, time }: NodeInfo): ShownNode => ({
  id,
  version,
  reads,
  time,
});

interface HealthSetup {
  readonly etcd: Etcd;
  readonly contact: Pick<Contact, "state">;
  readonly node: Pick<ClusterNode, "nodes" | "clocks">;
  /** Shared documents, which may become more or fewer. */
  readonly documents: Iterable<Pick<EtcdDocument<unknown>, "problem">>;
  readonly log: Logger;
}

/** Watches the members of a cluster, and logs problems and their end. */
export class ClusterHealth {
  readonly #setup: HealthSetup;
  readonly #timer: NodeJS.Timeout;
  #members: readonly Member[] = [];
  #lookedAt = -Infinity;
  #told: readonly string[] = [];
  #isClosed = false;

  constructor(setup: HealthSetup) {
    this.#setup = setup;
    const look = boundaryIn(setup.log)("the members' states could not be checked", this.#look);
    this.#timer = setInterval(look, lookMs).unref();
    look();
  }

  /** The cluster's state now; members are asked unless that was done in the last second. */
  async report(): Promise<ClusterReport> {
    await this.#look();
    const { findings, canSave } = this.#judge();
    return {
      reasons: [...new Set(findings.map(({ words }) => words))],
      canSave,
      cluster: {
        members: this.#members.map(shownMember),
        nodes: this.#setup.node.nodes.map(shownNode),
      },
    };
  }

  /** Contact, nodes, clocks or documents have changed. */
  noticed(): void {
    this.#tell();
  }

  close(): void {
    this.#isClosed = true;
    clearInterval(this.#timer);
  }

  #judge(): Assessment {
    const { contact, node, documents } = this.#setup;
    return assess({
      contact: contact.state,
      members: this.#members,
      clocks: node.clocks,
      documents: [...documents].flatMap(({ problem }) => problem ?? []),
    });
  }

  /** Asks the members, unless that was done a moment ago. */
  readonly #look = coalescing(async (): Promise<void> => {
    if (performance.now() - this.#lookedAt <= freshMs) return;
    this.#members = await this.#setup.etcd.members();
    this.#lookedAt = performance.now();
    this.#tell();
  });

  #tell(): void {
    if (this.#isClosed) return;
    const { findings } = this.#judge();
    const reasons = findings.map(({ detail }) => detail);
    const { log } = this.#setup;
    for (const { detail: reason, problem } of findings)
      if (!this.#told.includes(reason)) log.warn({ reason, problem }, "the cluster is degraded");
    for (const reason of this.#told)
      if (!reasons.includes(reason))
        log.info({ reason }, "the cluster is no longer degraded by this");
    this.#told = reasons;
  }
}
