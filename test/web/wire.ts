import type { Page } from "playwright-core";

interface Sent {
  readonly id: number;
  readonly type: string;
}

const isSent = (value: unknown): value is Sent =>
  typeof value === "object" && value !== null && "id" in value && "type" in value;

const isOfChanges = ({ type }: Sent): boolean => /\/plan\/(?:follow|change)$/.test(type);

/** What goes through the websocket of a page, as it is sent and received. */
export class Wire {
  readonly sent: string[] = [];
  readonly received: string[] = [];
  readonly #knowsChanges: boolean;

  /** `knowsChanges`: whether the service knows `plan/follow` and `plan/change`, unlike Home Assistant's integration. */
  constructor(knowsChanges = true) {
    this.#knowsChanges = knowsChanges;
  }

  /** Stands between a page and its service from the next time that the page is loaded. */
  readonly take = async (page: Page): Promise<void> => {
    await page.routeWebSocket(/\/api\/websocket$/, (route) => {
      const server = route.connectToServer();
      route.onMessage((text) => {
        this.sent.push(String(text));
        const message: unknown = JSON.parse(String(text));
        if (this.#knowsChanges || !isSent(message) || !isOfChanges(message))
          return server.send(text);
        const error = { code: "unknown_command", message: "Unknown command." };
        route.send(JSON.stringify({ id: message.id, type: "result", success: false, error }));
      });
      server.onMessage((text) => {
        this.received.push(String(text));
        route.send(text);
      });
    });
  };

  /** The commands that were sent of these types, without the domain. */
  commands(...types: readonly string[]): readonly string[] {
    return this.sent.filter((text) => types.some((type) => text.includes(`/${type}"`)));
  }

  /** The events that have the plan, or what changed in it. */
  get events(): readonly string[] {
    return this.received.filter((text) => /"event":\{"(?:rev|plan)"/.test(text));
  }

  /** Forgets what was so far. */
  forget(): void {
    this.sent.length = 0;
    this.received.length = 0;
  }
}
