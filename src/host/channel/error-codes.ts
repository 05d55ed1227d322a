/** What the host's own error codes mean, for the documents: when each is answered. */
export const hostErrors = {
  invalid_format:
    "the message is not what the command takes; the message names the field and what was expected, or the limit",
  unauthorized:
    "the command is for administrators, or reaches further than the rights of who asks; the message says which",
  not_found: "no such revision or subscription",
  not_changed: "a token or a ban cannot be made or ended so; the message says why",
  overloaded: "a limit of what may wait is reached; the message names it",
  too_many_subscriptions:
    "the connection, or its user, has as many as it may; the message names the limit",
  id_reuse: "the id is not greater than the last one",
  unknown_command: "there is no such command",
  unknown_error: "a bug, which the service logged",
} as const satisfies Readonly<Record<string, string>>;
