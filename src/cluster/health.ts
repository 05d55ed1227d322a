import type { Logger } from "pino";
import { boundaryIn } from "../boundary.ts";
import type { Contact, ContactState } from "./contact.ts";
import type { EtcdDocument } from "./document.ts";
import type { Etcd, Member } from "./etcd/etcd.ts";
import type { ClusterNode, NodeInfo } from "./node.ts";
import { tooOld } from "./versions.ts";

/** What is known of a cluster. */
export interface Seen {
  readonly contact: ContactState;
  readonly members: readonly Member[];
  /** Which clocks of nodes differ, in sentences. */
  readonly clocks: readonly string[];
  /** Which documents cannot be understood, and why. */
  readonly documents: readonly string[];
}

/** How a cluster is doing, as far as a node sees. */
export interface Judgement {
  /** What is wrong, in sentences that stay the same as long as it is. */
  readonly reasons: readonly string[];
  /** Whether plans can be saved now. */
  readonly canSave: boolean;
}

/** What `/healthz` tells of a cluster. */
export interface ClusterReport extends Judgement {
  readonly cluster: {
    readonly members: readonly Member[];
    readonly nodes: readonly NodeInfo[];
  };
}

/** How long what was found of the members will do for whoever asks. */
const freshMs = 1000;
/** How often they are asked in any case. */
const lookMs = 5000;

const ofContact: Readonly<Record<ContactState, readonly string[]>> = {
  "in touch": [],
  "no quorum": ["the cluster has no quorum: plans can be read, and not saved"],
  "cut off": ["this node is cut off from the others: it serves nobody until it hears of them"],
};

const ofMember = (member: Member): readonly string[] => {
  const { url, state, problem } = member;
  const old = tooOld(member);
  const ofAge = old === undefined ? [] : [old];
  switch (state) {
    case "gone":
      return [`member ${url} does not run`, ...ofAge];
    case "silent":
      return [`member ${url} does not answer`, ...ofAge];
    case "leaderless":
      return [`member ${url} knows no leader`, ...ofAge];
    case "leading":
    case "following":
      return [...(problem === undefined ? [] : [`member ${url}: ${problem}`]), ...ofAge];
  }
};

/** etcd takes no changes at all while any member has this alarm. */
const isFull = ({ problem }: Member): boolean => problem?.includes("NOSPACE") === true;

/** Says what is wrong with a cluster, and what can be done all the same. */
export const judge = ({ contact, members, clocks, documents }: Seen): Judgement => ({
  reasons: [...ofContact[contact], ...members.flatMap(ofMember), ...clocks, ...documents],
  canSave: contact === "in touch" && !members.some(isFull),
});

/** What the health of a cluster is seen by. */
export interface HealthSetup {
  readonly etcd: Etcd;
  readonly contact: Pick<Contact, "state">;
  readonly node: Pick<ClusterNode, "nodes" | "clocks">;
  /** What nodes share beside plan and images. */
  readonly documents: readonly Pick<EtcdDocument<unknown>, "problem">[];
  readonly log: Logger;
}

/** Looks after the members of a cluster, and writes down what is wrong and what is no longer. */
export class ClusterHealth {
  readonly #setup: HealthSetup;
  readonly #timer: NodeJS.Timeout;
  #members: readonly Member[] = [];
  #lookedAt = -Infinity;
  #looking: Promise<void> | undefined;
  #told: readonly string[] = [];
  #isClosed = false;

  constructor(setup: HealthSetup) {
    this.#setup = setup;
    const look = boundaryIn(setup.log)("members could not be looked at", () => this.#look());
    this.#timer = setInterval(look, lookMs).unref();
    look();
  }

  /** How the cluster is doing now; the members are asked where that was not done in the last second. */
  async report(): Promise<ClusterReport> {
    if (performance.now() - this.#lookedAt > freshMs) await this.#look();
    const { nodes } = this.#setup.node;
    return { ...this.#judge(), cluster: { members: this.#members, nodes } };
  }

  /** Something has changed that others know: contact, nodes, their clocks, documents. */
  noticed(): void {
    this.#tell();
  }

  close(): void {
    this.#isClosed = true;
    clearInterval(this.#timer);
  }

  #judge(): Judgement {
    const { contact, node, documents } = this.#setup;
    return judge({
      contact: contact.state,
      members: this.#members,
      clocks: node.clocks,
      documents: documents.flatMap(({ problem }) => problem ?? []),
    });
  }

  #look(): Promise<void> {
    return (this.#looking ??= this.#ask().finally(() => (this.#looking = undefined)));
  }

  async #ask(): Promise<void> {
    this.#members = await this.#setup.etcd.members();
    this.#lookedAt = performance.now();
    this.#tell();
  }

  #tell(): void {
    if (this.#isClosed) return;
    const { reasons } = this.#judge();
    const { log } = this.#setup;
    for (const reason of reasons)
      if (!this.#told.includes(reason)) log.warn({ reason }, "the cluster is degraded");
    for (const reason of this.#told)
      if (!reasons.includes(reason))
        log.info({ reason }, "the cluster is no longer degraded by this");
    this.#told = reasons;
  }
}
