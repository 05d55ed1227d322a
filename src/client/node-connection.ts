import { Connection, type MessageBase } from "home-assistant-js-websocket";
import { newestOver } from "../nodes/newest-seen.ts";
import type { Nodes } from "./nodes.ts";
import { numberField } from "./errors.ts";

/**
 * A connection to one of several nodes after another. A plan that is older than what another node has told goes no
 * further: the next node is asked instead, and what was shown stays.
 */
export class NodeConnection extends Connection {
  readonly #isNewest: (rev: number) => boolean;
  readonly #closing = new AbortController();

  constructor(nodes: Nodes, ...given: ConstructorParameters<typeof Connection>) {
    super(...given);
    this.#isNewest = newestOver(this, nodes);
  }

  /** Aborts when nobody wants the connection any more. */
  get closed(): AbortSignal {
    return this.#closing.signal;
  }

  override close(): void {
    this.#closing.abort();
    super.close();
  }

  override subscribeMessage(
    onEvent: (event: never) => void,
    message: MessageBase,
    options?: Parameters<Connection["subscribeMessage"]>[2],
  ): Promise<() => Promise<void>> {
    const isPlan = message.type.endsWith("/plan/subscribe");
    const pass = (event: never): void => {
      if (this.#isNewest(numberField(event, "rev") ?? 0)) onEvent(event);
    };
    return super.subscribeMessage(isPlan ? pass : onEvent, message, options);
  }
}
