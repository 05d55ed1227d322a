const name = "permessage-deflate";

/**
 * Parameters that an offer may have (RFC 7692, 7.1). A smaller window for what the service sends is not among
 * them, because all subscribers share the same bytes; one for what it reads is, because any fits into its own.
 */
const acceptable = [
  /^(?:server|client)_no_context_takeover$/,
  /^client_max_window_bits(?:=(?:[89]|1[0-5]))?$/,
  /^server_max_window_bits=15$/,
];

/** The parameters of an offer that can be accepted. */
const parametersOf = (offer: string): readonly string[] | undefined => {
  const [extension, ...parameters] = offer.split(";").map((part) => part.replaceAll(/["\s]/g, ""));
  if (extension !== name) return undefined;
  const names = new Set(parameters.map((each) => each.split("=", 1)[0]));
  const isSound =
    names.size === parameters.length &&
    parameters.every((each) => acceptable.some((shape) => shape.test(each)));
  return isSound ? parameters : undefined;
};

/**
 * The answer to a `Sec-WebSocket-Extensions` header that offers to compress messages: undefined where nothing
 * of it can be accepted, and messages then go as they are. No message builds on one before it, in either
 * direction: so one compressed event serves every connection, and none keeps a window.
 */
export const answerToOffers = (header: string | undefined): string | undefined => {
  for (const offer of header?.split(",") ?? []) {
    const parameters = parametersOf(offer);
    if (parameters === undefined) continue;
    // What limits the service's own window is accepted by saying it again (RFC 7692, 7.1.2.1).
    const windowBits = parameters.filter((each) => each.startsWith("server_max_window_bits"));
    return [name, "server_no_context_takeover", "client_no_context_takeover", ...windowBits].join(
      "; ",
    );
  }
  return undefined;
};
