import type { Health } from "../plan/plan-codecs.ts";
import { Commands } from "./commands.ts";
import { FloorplanError, rejectAsFloorplanError, textField } from "./errors.ts";
import type { Plan } from "./messages.ts";
import type { Connected } from "./node-connection.ts";

const unexpected = (of: string): FloorplanError =>
  new FloorplanError("unexpected_answer", `unexpected answer to ${of}`);

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
   * that unsubscribes.
   */
  async subscribePlan(onPlan: (plan: Plan) => void): Promise<() => Promise<void>> {
    const type = this.type("plan/subscribe");
    return this.connection.subscribeMessage(onPlan, { type }).catch(rejectAsFloorplanError);
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

  /** Whether plans can be read and saved, and if not, why. */
  async status(): Promise<Health> {
    const health: unknown = await (await this.#fetch("/healthz")).json();
    if (!isHealth(health)) throw unexpected("/healthz");
    return health;
  }

  /** Ends the connection. */
  close(): void {
    this.connection.close();
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
    throw new FloorplanError(`http_${response.status}`, said ?? response.statusText);
  }
}
