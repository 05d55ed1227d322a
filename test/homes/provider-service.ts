import assert from "node:assert/strict";
import type { HomesService } from "../../src/homes/homes-service.ts";
import type { ServiceConfig } from "../../src/server/limits.ts";
import { startTestHomes as startHomes } from "../support/homes.ts";
import { eventually } from "../support/polling.ts";
import type { LogLine, TestScope } from "../support/service.ts";
import { bounded } from "../support/timeouts.ts";

/** An answer of the provider's interface. */
export interface Told {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

/** A service of many homes in this process. */
export interface TestHomes {
  readonly service: HomesService;
  readonly url: string;
  readonly data: string;
  /** The provider's first token. */
  readonly token: string;
  readonly log: readonly LogLine[];
  /** Asks the provider's interface; by default with the first token. */
  readonly ask: (method: string, path: string, body?: unknown, token?: string) => Promise<Told>;
  readonly stop: () => Promise<void>;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null;

/** What a response says, also if it is no JSON. */
export const toldBy = async (response: Response): Promise<Told> => {
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.startsWith("application/json") === true;
  const body: unknown = isJson ? JSON.parse(text) : { text };
  assert(isObject(body));
  return { status: response.status, body };
};

/** Starts a service of many homes, on a new folder or on one of an earlier start. */
export const startTestHomes = async (
  t: TestScope,
  changes: Partial<ServiceConfig> = {},
  again?: Pick<TestHomes, "data" | "token">,
): Promise<TestHomes> => {
  const { service, url, root, log, stop } = await startHomes(t, {
    ids: [],
    config: changes,
    ...(again === undefined ? {} : { again: { root: again.data, homes: [] } }),
  });
  const own = again?.token ?? service.first.firstToken;
  assert(own !== undefined);
  const ask: TestHomes["ask"] = async (method, path, body, token = own) => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}` },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return toldBy(response);
  };
  return { service, url, data: root, token: own, log, ask, stop };
};

/** Opens a link as a browser does, and returns the token that it gives. */
export const openLink = async (link: unknown): Promise<string> => {
  const [page, code] = String(link).split("#code=");
  const response = await fetch(`${page}auth/link`, {
    method: "POST",
    body: JSON.stringify({ code, nonce: "a-nonce-of-a-browser-22" }),
  });
  const { status, body } = await toldBy(response);
  assert.equal(status, 200, JSON.stringify(body));
  return String(body["token"]);
};

/** What a home answers to a request that only its administrators may make. */
export const askHome = async (url: string, home: string, token: string): Promise<Told> =>
  toldBy(
    await fetch(`${url}/h/${home}/api/floorplan/background?level=none`, {
      method: "DELETE",
      headers: { Authorization: `Bearer ${token}` },
    }),
  );

/** Waits until both nodes know of each other. */
export const together = (nodes: readonly TestHomes[]): Promise<unknown> =>
  eventually(async () => {
    const told = await Promise.all(nodes.map(({ ask }) => ask("GET", "/healthz")));
    const known = told.map(({ body }) => Object(body["cluster"])["nodes"]?.length);
    return known.every((count) => count === nodes.length)
      ? { seen: known }
      : { not: `the nodes know ${known.join()} nodes` };
  }, bounded.timeout);
