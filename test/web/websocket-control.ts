import type { Page, WebSocketRoute } from "playwright-core";

interface Sent {
  readonly id: number;
  readonly type: string;
}

const isSent = (value: unknown): value is Sent =>
  typeof value === "object" && value !== null && "id" in value && "type" in value;

/** Whether a command saves, what changed or the whole plan. */
const isSave = ({ type }: Sent): boolean => /\/plan\/(?:change|save)$/.test(type);

const read = (text: string | Buffer): unknown => JSON.parse(String(text));

/** The websocket between a page and its service, in the hands of a test. */
export class WebSocketControl {
  readonly #routes = new Set<WebSocketRoute>();
  readonly #saves = new Set<number>();
  #isCut = false;
  #refusal: { readonly code: string; readonly message: string } | undefined;
  #held: (() => void)[] | undefined;
  #logins: (() => void)[] | undefined;
  #isDeaf = false;

  /** Stands between a page and its service from the next time that the page is loaded. */
  async take(page: Page): Promise<void> {
    await page.routeWebSocket(/\/api\/websocket$/, (route) => this.#join(route));
  }

  /** Ends the connection, and every new one. */
  async cut(): Promise<void> {
    this.#isCut = true;
    this.#isDeaf = false;
    await Promise.all([...this.#routes].map((route) => route.close()));
    this.#routes.clear();
  }

  /** Lets the page connect again. */
  mend(): void {
    this.#isCut = false;
  }

  /** Answers the next save with an error that the service has for it, without asking the service. */
  refuseNextSave(code: string, message: string): void {
    this.#refusal = { code, message };
  }

  /** Holds back the answers to saves, which the service does; gives what lets them go. */
  holdSaves(): () => void {
    this.#held = [];
    return () => {
      for (const release of this.#held ?? []) release();
      this.#held = undefined;
    };
  }

  /** Holds back the logins of the page; gives what lets them go to the service. */
  holdLogins(): () => void {
    this.#logins = [];
    return () => {
      for (const release of this.#logins ?? []) release();
      this.#logins = undefined;
    };
  }

  /** Loses everything that the service sends, until the line is cut, or heard again. */
  deafen(): void {
    this.#isDeaf = true;
  }

  /** Lets through again what the service sends. */
  hear(): void {
    this.#isDeaf = false;
  }

  #join(route: WebSocketRoute): void {
    if (this.#isCut) return void route.close();
    this.#routes.add(route);
    const server = route.connectToServer();
    route.onMessage((text) => {
      const sent = read(text);
      const refusal = this.#refusal;
      // Nothing else has no id.
      if (!isSent(sent) && this.#logins !== undefined)
        return void this.#logins.push(() => server.send(text));
      if (!isSent(sent) || !isSave(sent)) return server.send(text);
      if (refusal === undefined) {
        this.#saves.add(sent.id);
        return server.send(text);
      }
      // Changes that are not understood are followed by the whole plan, which is the same save.
      const isLast = refusal.code !== "invalid_format" || sent.type.endsWith("/plan/save");
      if (isLast) this.#refusal = undefined;
      route.send(JSON.stringify({ id: sent.id, type: "result", success: false, error: refusal }));
    });
    server.onMessage((text) => {
      if (this.#isDeaf) return;
      const answer = read(text);
      const isToSave = isSent(answer) && answer.type === "result" && this.#saves.delete(answer.id);
      if (isToSave && this.#held !== undefined) this.#held.push(() => route.send(text));
      else route.send(text);
    });
  }
}
