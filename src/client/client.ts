import type { Health } from "../plan/plan-codecs.ts";
import { applyChanges } from "./apply-changes.ts";
import { Commands } from "./commands.ts";
import { FloorplanError, textField } from "./errors.ts";
import { follow, type FollowOptions, type OnFollowed } from "./follow.ts";
import type { Operation, Plan } from "./messages.ts";
import type { Connected } from "./node-connection.ts";

const unexpected = (of: string): FloorplanError =>
  new FloorplanError("unexpected_answer", `unexpected answer to ${of}`);

const refusalOf = ({ status, statusText }: Response, said: string | undefined): FloorplanError =>
  new FloorplanError(`http_${status}`, said ?? statusText);

const states: readonly Health["status"][] = ["ready", "degraded", "loading", "failed"];

const isHealth = (answer: unknown): answer is Health =>
  states.some((state) => state === textField(answer, "status"));

export interface Access {
  readonly token: string;
  /** First part of the service's command types. */
  readonly domain: string;
}

/** A floor plan service over one connection that reconnects by itself. Refusals reject with a `FloorplanError`. */
export class FloorplanClient extends Commands<Connected["connection"]> {
  readonly nodes: Connected["nodes"];
  readonly #access: Access;

  constructor({ connection, nodes }: Connected, access: Access) {
    super(connection, access.domain);
    this.nodes = nodes;
    this.#access = access;
  }

  /**
   * Follows the plan: sends the current one at once, then every later one, across reconnects. Resolves with a function
   * that unsubscribes. Each plan is the caller's own, to change as it likes.
   */
  subscribePlan(onPlan: (plan: Plan) => void): Promise<() => Promise<void>> {
    const types = { subscribe: this.type("plan/subscribe") };
    return follow({ connection: this.connection, types, onPlan });
  }

  /**
   * Follows the plan like `subscribePlan`, and tells what changed: of a large plan, the service sends only that. What did
   * not change stays the same object from plan to plan.
   */
  follow(onPlan: OnFollowed, options: FollowOptions = {}): Promise<() => Promise<void>> {
    const types = { follow: this.type("plan/follow"), subscribe: this.type("plan/subscribe") };
    return follow({ connection: this.connection, types, onPlan, ...options });
  }

  /**
   * Changes the plan by a JSON Patch, all of it or nothing, only while `rev` is the stored revision (0: nothing is
   * stored). Resolves with the new revision.
   */
  async change(rev: number, changes: readonly Operation[]): Promise<number> {
    try {
      return (await this.ask(this.type("plan/change"), { rev, changes })).rev;
    } catch (error) {
      if (!(error instanceof FloorplanError && error.code === "unknown_command")) throw error;
      return this.#changeBySave(rev, changes);
    }
  }

  /** Tracing images, for administrators. */
  readonly images = {
    /** Uploads one; `name` ends with its type, such as `.png`. Resolves with the URL to put into the plan. */
    upload: async (level: string, image: Blob, name: string): Promise<string> => {
      const body = new FormData();
      body.append("level", level);
      body.append("file", image, name);
      const url = textField(await this.#atImages("", { method: "POST", body }), "url");
      if (url === undefined) throw unexpected("an upload");
      return url;
    },
    /** Removes one; plans in the history keep theirs. */
    delete: async (level: string): Promise<void> => {
      await this.#atImages(`?level=${encodeURIComponent(level)}`, { method: "DELETE" });
    },
  };

  /** Whether plans can be read and saved, and if not, why. One of many homes tells that it is there, and no more. */
  async status(): Promise<Health> {
    const answer = await this.#fetch("/healthz");
    const health: unknown = await answer.json();
    if (isHealth(health)) return health;
    if (answer.status === 404 && (await this.#isHome())) return { status: "ready" };
    throw answer.ok ? unexpected("/healthz") : refusalOf(answer, textField(health, "message"));
  }

  /** Ends the connection. */
  close(): void {
    this.connection.close();
  }

  /** Changes the plan of a service that only takes whole plans. */
  async #changeBySave(rev: number, changes: readonly Operation[]): Promise<number> {
    const plan = await this.getPlan();
    const { rev: stored = 0 } = plan;
    if (stored !== rev)
      throw new FloorplanError("conflict", `somebody else saved: the stored revision is ${stored}`);
    const applied = applyChanges(plan, changes);
    if ("refusal" in applied) throw new FloorplanError("invalid_format", applied.refusal);
    return this.save(applied.plan, rev);
  }

  async #isHome(): Promise<boolean> {
    const answer = await this.#fetch("/settings.json");
    return answer.ok && textField(await answer.json(), "domain") === this.#access.domain;
  }

  async #fetch(path: string, init: RequestInit = {}): Promise<Response> {
    try {
      return await fetch(`${this.nodes.now}${path}`, init);
    } catch (error) {
      throw new FloorplanError("offline", `the service cannot be reached: ${String(error)}`);
    }
  }

  async #atImages(query: string, init: RequestInit): Promise<unknown> {
    const { domain, token } = this.#access;
    const headers = { Authorization: `Bearer ${token}` };
    const response = await this.#fetch(`/api/${domain}/background${query}`, { ...init, headers });
    if (response.ok) return response.json();
    const isJson = response.headers.get("content-type")?.startsWith("application/json") === true;
    const said = isJson ? textField(await response.json(), "message") : await response.text();
    throw refusalOf(response, said);
  }
}
