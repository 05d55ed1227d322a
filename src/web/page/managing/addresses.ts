/** Names and addresses by which a machine calls itself: nobody else gets there by them. */
const isThisMachine = (host: string): boolean =>
  /^(?:localhost|.*\.localhost|127(?:\.\d+){3}|\[::1\]|0\.0\.0\.0)$/.test(host);

/**
 * Where another device finds the service: at the address that the page was opened at, or else at one of those that
 * the service has for its nodes; undefined where all are this machine's own, or lead through somebody else's page.
 */
export const addressForOthers = (
  opened: string,
  throughIngress: boolean,
  nodeAddresses: readonly string[],
): string | undefined =>
  [...(throughIngress ? [] : [opened]), ...nodeAddresses]
    .find((each) => URL.canParse(each) && !isThisMachine(new URL(each).hostname))
    ?.replace(/\/+$/, "");
