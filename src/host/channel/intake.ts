import type { Socket } from "node:net";
import type { WebSocket } from "ws";
import type { User } from "../users/user.ts";
import type { ChannelLimits } from "./limits.ts";
import { Unfinished, type UnfinishedTotal } from "./unfinished.ts";
import { type WhyClosed, whyClosed } from "./why-closed.ts";

/** What looks at a connection's bytes needs of it. */
export interface IntakeContext {
  readonly ws: WebSocket;
  readonly socket: Socket;
  readonly limits: Pick<
    ChannelLimits,
    "authBytes" | "mailboxBytes" | "messageBytes" | "viewerMessageBytes"
  >;
  readonly unfinished: UnfinishedTotal;
  /** The user, once there is one. */
  readonly user: () => User | undefined;
  /** Called for each chunk that was taken apart. */
  readonly onHeard: () => void;
  readonly close: (why: WhyClosed) => void;
  /** As `close`, without waiting for the peer. */
  readonly dismiss: (why: WhyClosed) => void;
}

/** Looks at the bytes of a connection as they come in, and closes it before more than it may send is held. */
export class Intake {
  readonly #context: IntakeContext;
  readonly #unfinished: Unfinished;
  #strangeBytes = 0;

  constructor(context: IntakeContext) {
    const { ws, socket, limits, unfinished, dismiss } = context;
    this.#context = context;
    this.#unfinished = new Unfinished(ws, unfinished, () =>
      dismiss(whyClosed.tooMuchUnfinished(limits.mailboxBytes)),
    );
    // In front of the receiver, so that the limit is looked at before the message.
    socket.prependListener("data", this.#countBeforeAuth);
    // Behind the receiver, which has told of every message that is whole by then.
    socket.on("data", this.#count);
  }

  /** The peer is authenticated: what it sent until now bounds it no more. */
  letIn(): void {
    this.#context.socket.off("data", this.#countBeforeAuth);
  }

  /** Nothing more is taken in: not even taken apart, so that nothing of it is held. */
  end(): void {
    this.#unfinished.end();
    this.#context.socket.removeAllListeners("data").resume();
  }

  readonly #countBeforeAuth = (chunk: Buffer): void => {
    this.#strangeBytes += chunk.length;
    const { authBytes } = this.#context.limits;
    if (this.#strangeBytes > authBytes) this.#context.close(whyClosed.authTooLarge(authBytes));
  };

  readonly #count = (chunk: Buffer): void => {
    const { ws, limits, user, onHeard, close } = this.#context;
    // The receiver leaves what follows a close frame, or what breaks the protocol.
    if (ws.readyState !== ws.OPEN) return;
    onHeard();
    this.#unfinished.took(chunk);
    const { viewerMessageBytes } = limits;
    if (user()?.admin === false && this.#unfinished.isLongerThan(viewerMessageBytes))
      close(whyClosed.tooLongForViewer(viewerMessageBytes));
  };
}
