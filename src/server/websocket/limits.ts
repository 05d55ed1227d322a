/** Limits of the websocket channel. */
export interface ConnectionLimits {
  /** Bytes of one message; a longer one closes the connection with 1009. */
  readonly messageBytes: number;
  /** Bytes of one message of a user who is no administrator, and so saves nothing; a longer one closes the connection with 1009. */
  readonly viewerMessageBytes: number;
  /** Bytes of plans that may wait to be saved; as many, and one message more, may be on their way in. */
  readonly mailboxBytes: number;
  /** Commands a second of a user who is no administrator, on all connections together. */
  readonly viewerCommands: number;
  /** Bytes that are kept of what such a user has asked for, on all connections together: lists of subscriptions, and commands that somebody else has to answer. */
  readonly viewerBytes: number;
  /** Commands in one array. */
  readonly messageCommands: number;
  /** Levels of nesting in one message, those of a plan in it aside. */
  readonly messageDepth: number;
  /** Bytes that a connection may leave unread. */
  readonly outboxBytes: number;
  /** Bytes that all connections of a user who is no administrator may leave unread together. */
  readonly viewerOutboxBytes: number;
  /** Bytes that a peer may send before it is authenticated. */
  readonly authBytes: number;
  /** Milliseconds that a peer has for authenticating. */
  readonly authTimeoutMs: number;
  /** Subscriptions of one connection, templates aside. */
  readonly connectionSubscriptions: number;
  /** Templates that are rendered for one connection. */
  readonly connectionTemplates: number;
  /** Milliseconds between two pings; a peer that answers neither of two is dropped. */
  readonly pingMs: number;
}
