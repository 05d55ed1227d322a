import { addressesIn } from "../../client/nodes.ts";
import { isTrue, numberField, textField, textsField } from "../../client/errors.ts";

/** Settings that the service sends its page; undefined where missing. */
export interface ServiceSettings {
  /** First part of the service's commands. */
  readonly domain: string | undefined;
  /** The largest size of a tracing image in bytes. */
  readonly imageBytes: number | undefined;
  /** Address of Home Assistant for signing in, without a final slash; undefined if that is not offered. */
  readonly homeAssistant: string | undefined;
  /** Addresses of its nodes for browsers, without final slashes; empty if there is only one. */
  readonly addresses: readonly string[];
  /** Whether Home Assistant's ingress authenticates, so that nobody has to sign in. */
  readonly isIngress: boolean;
}

const read = (found: unknown): ServiceSettings => ({
  domain: textField(found, "domain"),
  imageBytes: numberField(found, "imageBytes"),
  homeAssistant: textField(found, "homeAssistant")?.replace(/\/+$/, ""),
  addresses: addressesIn(textsField(found, "addresses").join(",")),
  isIngress: isTrue(found, "ingress"),
});

/** Reads the settings at an address; empty settings if it does not answer or is no floor plan service. */
export const readSettings = async (address: string): Promise<ServiceSettings> => {
  try {
    const response = await fetch(address);
    return read(response.ok ? await response.json() : undefined);
  } catch {
    return read(undefined);
  }
};

/** Whether a host name or address means this machine only. */
const isThisMachine = (host: string): boolean =>
  /^(?:localhost|.*\.localhost|127(?:\.\d+){3}|\[::1\]|0\.0\.0\.0)$/.test(host);

/**
 * Where another device finds the service: at the address of this page, or at a node's; undefined if all of them are
 * this machine's own or lead through somebody else's page.
 */
export const addressForOthers = (
  opened: string,
  throughIngress: boolean,
  nodeAddresses: readonly string[],
): string | undefined =>
  [...(throughIngress ? [] : [opened]), ...nodeAddresses]
    .find((each) => URL.canParse(each) && !isThisMachine(new URL(each).hostname))
    ?.replace(/\/+$/, "");
