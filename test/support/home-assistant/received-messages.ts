import type { WebSocket } from "ws";
import type { Message } from "../peer.ts";

/** A client's message, which a test may answer itself, even repeatedly. */
export interface ReceivedMessage {
  readonly message: Message;
  /** The message as received. */
  readonly text: string;
  readonly ws: WebSocket;
  readonly succeed: (result?: unknown) => void;
  readonly fail: (code: string, message: string) => void;
  /** Sends an event of it. */
  readonly emit: (event: unknown) => void;
}

/** All messages that a double has received, in order, and the waits for more. */
export class ReceivedMessages {
  readonly all: ReceivedMessage[] = [];
  #wake: (() => void)[] = [];

  add(heard: ReceivedMessage): void {
    this.all.push(heard);
    for (const wake of this.#wake.splice(0)) wake();
  }

  of(type: string): readonly ReceivedMessage[] {
    return this.all.filter(({ message }) => message["type"] === type);
  }

  async whenReceived(type: string, many: number): Promise<readonly ReceivedMessage[]> {
    while (this.of(type).length < many) await new Promise<void>((wake) => this.#wake.push(wake));
    return this.of(type);
  }
}
