import { Connection } from "home-assistant-js-websocket";
import { NewestSeen } from "../../nodes/newest-seen.ts";
import type { Nodes } from "../../nodes/nodes.ts";
import { numberField } from "./problem.ts";

/** How long another login waits after a node has told an older plan than another one did. */
const againMs = 3000;

/**
 * A connection to one of several nodes after another. A plan that is older than what another node has told goes no
 * further: the next node is asked instead, and what was shown stays.
 */
export class NodeConnection extends Connection {
  readonly #nodes: Nodes;
  readonly #newest = new NewestSeen();

  constructor(nodes: Nodes, ...given: ConstructorParameters<typeof Connection>) {
    super(...given);
    this.#nodes = nodes;
  }

  override subscribeMessage<Event>(
    ...[onEvent, message, options]: Parameters<typeof Connection.prototype.subscribeMessage<Event>>
  ): Promise<() => Promise<void>> {
    const isPlan = message.type.endsWith("/plan/subscribe");
    const pass = (event: Event): void => {
      if (this.#takes(event)) onEvent(event);
    };
    return super.subscribeMessage(isPlan ? pass : onEvent, message, options);
  }

  #takes(plan: unknown): boolean {
    const { socket } = this;
    if (this.#newest.takes(numberField(plan, "rev") ?? 0, this.#nodes.now, performance.now()))
      return true;
    setTimeout(() => {
      if (this.socket !== socket) return;
      this.#nodes.turn();
      this.reconnect(true);
    }, againMs);
    return false;
  }
}
