import { randomUUID } from "node:crypto";
import { once } from "node:events";
import type { Page } from "playwright-core";
import { WebSocketServer } from "ws";
import { resources } from "../support/home-assistant/resources.ts";
import type { TestScope } from "../support/service.ts";

/** A row of a registry, or a state. */
export type Row = Readonly<Record<string, unknown>>;

type Send = (message: object) => void;

const isRow = (value: unknown): value is Row =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The messages of a frame, which may hold several. */
export const messagesOf = (text: string): readonly Row[] => {
  const value: unknown = JSON.parse(text);
  return (Array.isArray(value) ? value : [value]).filter(isRow);
};

/** What Home Assistant has in its registries, in its own answers, and who listens for changes. */
export class FakeRegistries {
  entities: readonly Row[] = [];
  devices: readonly Row[] = [];
  areas: readonly Row[] = [];
  floors: readonly Row[] = [];
  states: readonly Row[] = [];
  /** The code with which each type of command is refused. */
  readonly refused = new Map<string, string>();
  /** The types of the commands that came, in order. */
  readonly asked: string[] = [];
  readonly #listening = new Map<string, { readonly type: unknown; readonly send: Send }>();
  #whenAsked: (() => void)[] = [];

  /** Answers a message; false for one that is not about the registries. */
  take(message: Row, client: string, send: Send): boolean {
    const { id, type, subscription } = message;
    const results: Readonly<Record<string, () => unknown>> = {
      "config/entity_registry/list_for_display": () => ({
        entity_categories: { 0: "config", 1: "diagnostic" },
        entities: this.entities,
      }),
      "config/device_registry/list": () => this.devices,
      "config/area_registry/list": () => this.areas,
      "config/floor_registry/list": () => this.floors,
      get_states: () => this.states,
      "frontend/get_icons": () => ({
        resources:
          message["category"] === "entity"
            ? resources.icons.entity
            : resources.icons.entity_component,
      }),
      "frontend/get_translations": () => {
        const words = resources.words[String(message["language"])];
        return {
          resources: words?.[message["category"] === "entity" ? "entity" : "entity_component"],
        };
      },
      subscribe_events: () => {
        const tell: Send = (event) => send({ id, type: "event", event });
        this.#listening.set(`${client} ${String(id)}`, { type: message["event_type"], send: tell });
        return null;
      },
    };
    const own = this.#listening.delete(`${client} ${String(subscription)}`);
    if (type === "unsubscribe_events" && own) {
      send({ id, type: "result", success: true, result: null });
      return true;
    }
    const result = results[String(type)];
    if (result === undefined) return false;
    this.asked.push(String(type));
    const code = this.refused.get(String(type)) ?? this.refused.get("*");
    const answer =
      code === undefined
        ? { success: true, result: result() }
        : { success: false, error: { code, message: "no" } };
    send({ id, type: "result", ...answer });
    for (const wake of this.#whenAsked.splice(0)) wake();
    return true;
  }

  /** Tells everybody who listens for a type of event. */
  tell(event_type: string, data: Row): void {
    for (const { type, send } of this.#listening.values())
      if (type === event_type) send({ event_type, data, origin: "LOCAL" });
  }

  /** Gives an entity another id, as somebody does in its settings. */
  rename(from: string, to: string): void {
    this.entities = this.entities.map((row) => (row["ei"] === from ? { ...row, ei: to } : row));
    this.states = this.states.map((row) =>
      row["entity_id"] === from ? { ...row, entity_id: to } : row,
    );
    const data = { action: "update", entity_id: to, old_entity_id: from, changes: {} };
    this.tell("entity_registry_updated", data);
  }

  /** How often a type of command came. */
  count(type: string): number {
    return this.asked.filter((each) => each === type).length;
  }

  /** Resolves when a type of command came so often. */
  async until(type: string, times: number): Promise<void> {
    while (this.count(type) < times)
      await new Promise<void>((resolve) => this.#whenAsked.push(resolve));
  }

  /** Nobody listens any more, as after the line was lost. */
  forget(): void {
    this.#listening.clear();
  }
}

/** An entity with its state: what both lists say of it. */
export const withEntity = (
  fake: FakeRegistries,
  id: string,
  name: string,
  more: { readonly area?: string; readonly class?: string; readonly row?: Row } = {},
  state = "on",
): void => {
  const { area, row = {} } = more;
  fake.entities = [
    ...fake.entities,
    { ei: id, en: name, ...(area === undefined ? {} : { ai: area }), ...row },
  ];
  const attributes = {
    friendly_name: name,
    ...(more.class === undefined ? {} : { device_class: more.class }),
  };
  fake.states = [...fake.states, { entity_id: id, state, attributes }];
};

/** A service that speaks as Home Assistant does and has these registries and nothing else; its address. */
export const serveRegistries = async (t: TestScope, fake: FakeRegistries): Promise<string> => {
  const server = new WebSocketServer({ host: "127.0.0.1", port: 0 });
  let clients = 0;
  server.on("connection", (socket) => {
    clients += 1;
    const client = String(clients);
    const send = (message: object): void => socket.send(JSON.stringify(message));
    send({ type: "auth_required", ha_version: "2026.1.0" });
    socket.on("message", (data: Buffer) => {
      for (const message of messagesOf(data.toString())) {
        const { id, type } = message;
        if (type === "auth") send({ type: "auth_ok", ha_version: "2026.1.0" });
        else if (type === "ping") send({ id, type: "pong" });
        else if (!fake.take(message, client, send))
          send({ id, type: "result", success: true, result: null });
      }
    });
  });
  await once(server, "listening");
  t.after(() => {
    for (const socket of server.clients) socket.terminate();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("it has no port");
  return `http://127.0.0.1:${address.port}`;
};

/** Lets pages find these registries behind the service, as if it passed on what is not its own. */
export const withRegistries =
  (fake: FakeRegistries) =>
  (page: Page): Promise<void> =>
    page.routeWebSocket(/\/api\/websocket$/, (socket) => {
      const server = socket.connectToServer();
      const client = randomUUID();
      const send = (message: object): void => socket.send(JSON.stringify(message));
      socket.onMessage((data) => {
        const others = messagesOf(String(data)).filter((each) => !fake.take(each, client, send));
        for (const message of others) server.send(JSON.stringify(message));
      });
      server.onMessage((data) => socket.send(data));
    });
