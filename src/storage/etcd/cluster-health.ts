import type { Logger } from "pino";
import { boundaryIn } from "../../boundary.ts";
import { coalescing } from "../../coalescing.ts";
import type { Contact } from "./contact.ts";
import type { EtcdDocument } from "./etcd-document.ts";
import type { Etcd, Member } from "./client/etcd.ts";
import { assess, type Assessment, describeMember } from "../../cluster/judgement.ts";
import type { ClusterNode, NodeInfo } from "./cluster-node.ts";

/** A member as strangers may see it. */
export interface ShownMember extends Pick<Member, "state" | "version"> {
  /** Which it is of `--cluster`, from 1. */
  readonly member: number;
  readonly problem: string | undefined;
}

/** A node as strangers may see it. */
export type ShownNode = Omit<NodeInfo, "host">;

/** What `/healthz` tells of a cluster, to strangers as well. */
export interface ClusterReport extends Pick<Assessment, "canSave"> {
  /** What is wrong, in words for strangers. */
  readonly reasons: readonly string[];
  readonly cluster: {
    readonly members: readonly ShownMember[];
    readonly nodes: readonly ShownNode[];
  };
}

/** How long what was found of the members will do for whoever asks. */
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
  #told: readonly string[] = [];
  #isClosed = false;

  constructor(setup: HealthSetup) {
    this.#setup = setup;
    const look = boundaryIn(setup.log)("members could not be looked at", this.#look);
    this.#timer = setInterval(look, lookMs).unref();
    look();
  }

  /** How the cluster is doing now; the members are asked where that was not done in the last second. */
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

  /** Something has changed that others know: contact, nodes, their clocks, documents. */
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
      documents: documents.flatMap(({ problem }) => problem ?? []),
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
